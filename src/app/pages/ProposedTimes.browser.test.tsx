import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { answerVetsDashboard, signInVet } from '#/app/testing/browser/vet.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { makeBooking, makeVisit, moved, pageOf } from '#/appointments/web/appointment.factory.ts'
import { answerTimes } from '#/booking/web/times.factory.ts'

const at = (time: string) => new Date(`${time}+05:30`)
const card = page.getByRole('article')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-02T12:00:00') })
})
afterEach(() => {
  vi.useRealTimers()
})

const proposal = {
  id: newId(),
  startsAt: at('2026-11-06T11:00:00'),
  endsAt: at('2026-11-06T11:30:00'),
  timeZone: 'Asia/Kolkata',
  date: '2026-11-06',
  startTime: '11:00',
  endTime: '11:30',
  note: 'I’m at a conference that morning.',
  lapsesAt: at('2026-11-03T12:00:00'),
}

function openBooking(fields: Partial<Parameters<typeof makeBooking>[0]> = {}) {
  signIn('Asha Verma')
  answerDashboard()
  const booking = makeBooking({
    startsAt: at('2026-11-05T10:00:00'),
    status: 'confirmed',
    proposal,
    proposals: 1,
    ...fields,
  })
  answer(appointmentsContract.kinds, { trades: ['veterinary'] })
  answer(appointmentsContract.appointments, pageOf(booking))
  return booking
}

test('an owner sees both times with the vet’s reason, and takes the new one', async () => {
  const booking = openBooking()
  await openPage('/appointments')
  const panel = card.getByRole('region', { name: 'Dr. Leela Menon proposes another time' })
  await expect.element(panel).toHaveTextContent('BookedThu, 5 Nov 2026, 10:00-10:30')
  await expect.element(panel).toHaveTextContent('NewFri, 6 Nov 2026, 11:00-11:30')
  await expect.element(panel).toHaveTextContent('I’m at a conference that morning.')
  await expect
    .element(panel)
    .toHaveTextContent('Please answer by Tomorrow, 12:00. Otherwise the booked time stands.')
  await expectAccessible()
  const { inputs } = answer(appointmentsContract.takeProposal, ({ id }) => {
    answer(
      appointmentsContract.appointments,
      pageOf(makeBooking({ id, startsAt: proposal.startsAt, status: 'confirmed' })),
    )
    return moved(id, 'confirmed')
  })
  await panel.getByRole('button', { name: 'Take the new time with Dr. Leela Menon' }).click()
  await expect.element(page.getByText('Appointment moved')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(card).toHaveTextContent('11:00-11:30')
  expect(inputs).toEqual([{ id: booking.id, proposalId: proposal.id }])
})

test('an owner keeps the old time; one who answers too late is told that it stands', async () => {
  const booking = openBooking({ status: 'pending' })
  await openPage('/appointments')
  const panel = card.getByRole('region', { name: /proposes another time/ })
  await expect.element(panel).toHaveTextContent('Taking the new time confirms the visit.')
  refuse(appointmentsContract.takeProposal, 'appointments.proposal_over')
  await panel.getByRole('button', { name: /^Take the new time/ }).click()
  await expect
    .element(page.getByText('This time is no longer on offer. The booked time stands.'))
    .toBeVisible()
  const { inputs } = answer(appointmentsContract.refuseProposal, ({ id }) => {
    answer(appointmentsContract.appointments, pageOf({ ...booking, proposal: null }))
    return moved(id, 'pending')
  })
  await panel.getByRole('button', { name: /^Keep the old time/ }).click()
  await expect.element(page.getByText('Booked time kept')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  expect(inputs).toEqual([{ id: booking.id, proposalId: proposal.id }])
})

test('the dashboard says that another time waits for an answer', async () => {
  openBooking()
  await openPage('/dashboard')
  const row = page.getByRole('region', { name: 'Next up' }).getByRole('article')
  await expect.element(row).toHaveTextContent('Another time proposed: answer by Tomorrow, 12:00')
})

test('a vet proposes another of their free times with a reason, and takes it back', async () => {
  signInVet()
  answerVetsDashboard()
  const visit = makeVisit({ startsAt: at('2026-11-05T10:00:00'), status: 'confirmed', providerId: newId() })
  const show = (shown: typeof visit) =>
    answer(appointmentsContract.visits, ({ tab }) => (tab === 'upcoming' ? pageOf(shown) : pageOf()))
  show(visit)
  const { inputs: looked } = answerTimes()
  await openPage('/appointments')
  await card.getByRole('button', { name: 'Propose another time to Asha Verma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another time for Asha Verma' })
  await expect.element(dialog).toHaveTextContent('It stays until Asha Verma takes the new time.')
  await expect.element(dialog.getByRole('button', { name: 'Propose this time' })).toBeDisabled()
  await dialog.getByRole('radio', { name: '09:30-10:00' }).click()
  await dialog.getByLabelText('Reason (optional)').fill('  I’m at a conference. ')
  await expectAccessible()
  const { inputs } = answer(appointmentsContract.propose, ({ id }) => {
    show({ ...visit, proposal, proposals: 1 })
    return moved(id, 'confirmed')
  })
  await dialog.getByRole('button', { name: 'Propose this time' }).click()
  const panel = card.getByRole('region', { name: 'You proposed another time' })
  await expect.element(panel).toHaveTextContent('We hold both until Asha Verma answers')
  await expect.element(card.getByRole('button', { name: /^Propose another time/ })).not.toBeInTheDocument()
  expect(inputs).toMatchObject([
    { id: visit.id, slot: { date: '2026-11-05', startTime: '09:30' }, note: 'I’m at a conference.' },
  ])
  expect(looked).toMatchObject([{ moving: visit.id, providerId: visit.providerId }])
  await expectAccessible()
  answer(appointmentsContract.withdrawProposal, ({ id }) => {
    show({ ...visit, proposals: 1 })
    return moved(id, 'confirmed')
  })
  ;(
    panel.getByRole('button', { name: 'Withdraw the time proposed to Asha Verma' }).element() as HTMLElement
  ).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Proposal withdrawn')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

test('a vet who has proposed three times, or too late, has no such button', async () => {
  signInVet()
  answerVetsDashboard()
  const often = makeVisit({ startsAt: at('2026-11-05T10:00:00'), status: 'confirmed', proposals: 3 })
  const soon = makeVisit({
    startsAt: at('2026-11-02T14:00:00'),
    status: 'confirmed',
    ownerName: 'Ravi Kumar',
  })
  answer(appointmentsContract.visits, ({ tab }) => (tab === 'upcoming' ? pageOf(soon, often) : pageOf()))
  await openPage('/appointments')
  await expect.element(card.filter({ hasText: 'Ravi Kumar' })).toBeVisible()
  expect(card.getByRole('button', { name: /^Propose another time/ }).elements()).toHaveLength(0)
})
