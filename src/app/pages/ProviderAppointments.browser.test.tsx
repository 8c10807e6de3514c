import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { answerVetsDashboard, signInVet } from '#/app/testing/browser/vet.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { changeSchema } from '#/appointments/shapes.ts'
import { makeAppointmentsPet, makeVisit, moved, pageOf } from '#/appointments/web/appointment.factory.ts'
import { petCareSchema } from '#/pets/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'

const cards = page.getByRole('article')
const cardOf = (name: string) => cards.filter({ has: page.getByRole('heading', { name }) })
const at = (time: string) => new Date(`${time}+05:30`)

type Row = ReturnType<typeof makeVisit>

/** Keeps these visits, which the page lists and answers, as the server would. */
function keepVisits(...visits: Row[]) {
  const tabOf = ({ status }: Row) =>
    status === 'pending' ? 'requests' : status === 'confirmed' ? 'upcoming' : 'past'
  const find = (id: string) => visits.find((one) => one.id === id)!
  answer(appointmentsContract.visits, ({ tab }) => pageOf(...visits.filter((one) => tabOf(one) === tab)))
  const accept = answer(appointmentsContract.accept, ({ id }) => {
    Object.assign(find(id), { status: 'confirmed', phase: 'agreed' })
    find(id).owner.email = 'asha@example.com'
    return moved(id, 'confirmed')
  })
  const decline = answer(appointmentsContract.decline, ({ id }) => {
    Object.assign(find(id), { status: 'declined', phase: 'off' })
    return moved(id, 'declined')
  })
  return { accepted: accept.inputs, declined: decline.inputs }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-02T12:00:00') })
  signInVet()
  answerVetsDashboard()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a vet sees each request’s deadline under Appointments, too, and accepts one and declines another', async () => {
  const asha = makeVisit({ startsAt: at('2026-11-04T09:00:00'), reason: 'Vaccination' })
  const ravi = makeVisit({ startsAt: at('2026-11-05T09:00:00'), ownerName: 'Ravi Kumar' })
  const { accepted, declined } = keepVisits(asha, ravi)
  await openPage('/appointments')
  await expect.element(page.getByRole('radio', { name: 'Bookings with me' })).toBeChecked()
  // The list opens on what is next, and the count says that requests wait.
  await expect.element(page.getByRole('tab').first()).toHaveTextContent('Upcoming')
  await expect.element(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Requests 2' }).click()
  await expect.element(cardOf('Asha Verma')).toHaveTextContent(/Answer by .+, 09:30/)
  await expect.element(cardOf('Asha Verma')).not.toHaveTextContent('@')
  await cardOf('Asha Verma').getByRole('button', { name: 'Accept' }).dblClick()
  await expect.element(page.getByText('Request accepted')).toBeVisible()
  await expect.element(cardOf('Asha Verma')).not.toBeInTheDocument()
  expect(accepted).toEqual([{ id: asha.id }])

  await cardOf('Ravi Kumar').getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect.element(dialog.getByText('Please give a reason.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
  await expectAccessible()
  await dialog.getByLabelText('Reason').fill('We are moving house that day')
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect.element(cardOf('Ravi Kumar')).not.toBeInTheDocument()
  expect(declined).toEqual([{ id: ravi.id, reason: 'We are moving house that day' }])

  answer(appointmentsContract.history, {
    rows: [
      made(changeSchema, { id: newId(), by: 'provider', what: 'confirmed' }),
      made(changeSchema, { id: newId(), by: 'owner', what: 'requested' }),
    ],
  })
  await page.getByRole('tab', { name: 'Upcoming' }).click()
  const card = cardOf('Asha Verma')
  await expect.element(card).toHaveTextContent('Confirmed')
  await expect.element(card.getByRole('link', { name: /@example\.com$/ })).toBeVisible()
  ;(card.getByText('History', { exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(card.getByText('Accepted by you')).toBeVisible()
  await expect.element(card.getByText('Requested by Asha Verma')).toBeVisible()
  await expectAccessible()
})

test('each care note of a request has a line of its own', async () => {
  const text = 'Special care:\nMedicines: half a tablet\nAllergies: chicken'
  keepVisits(makeVisit({ startsAt: at('2026-11-04T09:00:00'), facts: [{ icon: 'note', text }] }))
  await openPage('/appointments?side=visits&tab=requests')
  const fact = cardOf('Asha Verma').getByText('Medicines: half a tablet')
  await expect.element(fact).toBeVisible()
  expect((fact.element() as HTMLElement).innerText).toBe(text)
})

test('a withdrawn request can’t be accepted; the vet sees an error and an updated list', async () => {
  keepVisits(makeVisit({ startsAt: at('2026-11-04T09:00:00'), reason: 'Limping' }))
  await openPage('/appointments?side=visits&tab=requests')
  await expect.element(cardOf('Asha Verma')).toBeVisible()
  keepVisits()
  refuse(appointmentsContract.accept, 'appointments.move_not_allowed')
  await cardOf('Asha Verma').getByRole('button', { name: 'Accept' }).click()
  await expect
    .element(page.getByText('This is no longer possible. The appointment has changed in the meantime.'))
    .toBeVisible()
  await expect.element(cardOf('Asha Verma')).not.toBeInTheDocument()
})

test('the vet of a confirmed visit reads the care instructions but not the microchip number', async () => {
  const bruno = makeAppointmentsPet('Bruno')
  const visit = makeVisit({
    startsAt: at('2026-11-04T09:00:00'),
    status: 'confirmed',
    reason: 'Yearly vaccination',
    pets: [bruno],
  })
  keepVisits(visit)
  const { inputs } = answer(
    appointmentsContract.visitPet,
    made(petCareSchema, {
      ...bruno,
      fearNotes: 'Fireworks.',
      temperament: ['playful', 'energetic', 'friendly'],
    }),
  )
  await openPage('/appointments?side=visits&tab=upcoming')
  await cards.getByRole('button', { name: 'Pet details' }).click()
  await expect.element(cards.getByText('Fireworks.', { exact: false })).toBeVisible()
  await expect.element(cards.getByText('Playful, Energetic, Friendly')).toBeVisible()
  expect(cards.getByText('Microchip').elements()).toHaveLength(0)
  expect(inputs).toEqual([{ id: visit.id, petId: bruno.id }])
  await expectAccessible()
  await cards.getByRole('button', { name: 'Hide pet details' }).click()
  await expect.element(cards.getByText('Fireworks.', { exact: false })).not.toBeInTheDocument()
})

const paidStay = {
  id: newId(),
  status: 'completed' as const,
  amount: { amount: 400_000, currency: 'INR' },
  payBy: at('2026-10-30T09:00:00'),
  chargeAt: null,
  refundable: 400_000,
  refunded: 0,
  isDisputed: false,
}

test('a sitter ends a stay early, takes it back, and marks one as done only on its last day', async () => {
  const stay = (startsAt: string, fields = {}) =>
    makeVisit({
      startsAt: at(startsAt),
      minutes: 4 * 24 * 60,
      nights: 4,
      trade: 'sitting',
      noun: 'hostel stay',
      status: 'confirmed',
      ...fields,
    })
  const early = stay('2026-11-01T09:00:00', {
    payment: paidStay,
    phase: 'under_way',
    startedAt: at('2026-11-01T09:05:00'),
  })
  const last = stay('2026-10-29T15:00:00', { ownerName: 'Ravi Kumar' })
  keepVisits(early, last)
  const ended = answer(appointmentsContract.endEarly, ({ id }) => {
    early.stoppedAt = at('2026-11-02T12:00:00')
    return moved(id, 'confirmed')
  })
  await openPage('/appointments?side=visits&tab=upcoming')
  await expect.element(cardOf('Ravi Kumar').getByRole('button', { name: /^Mark done/ })).toBeVisible()
  expect(
    cardOf('Ravi Kumar')
      .getByRole('button', { name: /early$/ })
      .elements(),
  ).toHaveLength(0)
  const card = cardOf('Asha Verma')
  expect(card.getByRole('button', { name: /^Mark done/ }).elements()).toHaveLength(0)
  await card.getByRole('button', { name: /early$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'End this hostel stay early?' })
  await expect
    .element(dialog)
    .toHaveTextContent(
      'If they report that you left early, we refund them ₹3,000.00 for the 3 nights left, unless they had agreed to it. Your places stay taken until they agree',
    )
  await expectAccessible()
  await dialog.getByRole('button', { name: 'End it early' }).click()
  await expect.element(card).toHaveTextContent('Its places stay taken until Asha Verma agrees')
  await expect.element(card).toHaveTextContent('Ended early')
  await expect.element(card).not.toHaveTextContent('In progress')
  expect(card.getByRole('link', { name: /^Continue visit/ }).elements()).toHaveLength(0)
  expect(card.getByRole('button', { name: /early$/ }).elements()).toHaveLength(0)
  expect(ended.inputs).toEqual([{ id: early.id }])

  const goesOn = answer(appointmentsContract.resumeStay, ({ id }) => {
    early.stoppedAt = null
    return moved(id, 'confirmed')
  })
  await card.getByRole('button', { name: /^It goes on/ }).click()
  await expect.element(card).not.toHaveTextContent('Its places stay taken')
  expect(goesOn.inputs).toEqual([{ id: early.id }])
})

test('a sitter whose owner objects to an early end agrees for the nights left, or leaves it to Support', async () => {
  const stay = makeVisit({
    startsAt: at('2026-11-01T09:00:00'),
    minutes: 4 * 24 * 60,
    nights: 4,
    trade: 'sitting',
    noun: 'hostel stay',
    status: 'confirmed',
    stoppedAt: at('2026-11-02T10:00:00'),
    absenceReportedAt: at('2026-11-02T11:00:00'),
    payment: paidStay,
  })
  keepVisits(stay)
  const disputed = answer(appointmentsContract.disputeEarlyEnd, ({ id }) => {
    stay.earlyEndDisputedAt = at('2026-11-02T12:00:00')
    return moved(id, 'confirmed')
  })
  await openPage('/appointments?side=visits&tab=upcoming')
  const card = cardOf('Asha Verma')
  await expect
    .element(card)
    .toHaveTextContent(
      'Asha Verma says that you left early. If they agreed to it or asked for it, say so by Tue, 3 Nov 2026, 11:00; otherwise we’ll cancel the appointment and refund the owner ₹3,000.00 for the 3 nights left.',
    )
  expect(card.getByRole('button', { name: /^I was there/ }).elements()).toHaveLength(0)
  await card.getByRole('button', { name: /asked me to end it early$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Did Asha Verma agree to it or ask for it?' })
  await expect.element(dialog).toHaveTextContent('Support decides')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Yes, they did' }).click()
  await expect.element(card).toHaveTextContent('Support will decide. Until then the payment is on hold.')
  expect(disputed.inputs).toEqual([{ id: stay.id }])
})

test('a sitter who marks a walk as done before half of its time is asked first', async () => {
  const walk = makeVisit({
    startsAt: at('2026-11-02T11:55:00'),
    minutes: 60,
    trade: 'sitting',
    noun: 'dog walk',
    status: 'confirmed',
  })
  keepVisits(walk)
  answer(sittingContract.moves, { rows: [] })
  const done = answer(appointmentsContract.complete, ({ id }) => {
    Object.assign(walk, { status: 'completed', phase: 'done' })
    return moved(id, 'completed')
  })
  await openPage('/appointments?side=visits&tab=upcoming')
  await cardOf('Asha Verma')
    .getByRole('button', { name: /^Mark done/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Mark it as done already?' })
  await expect
    .element(dialog)
    .toHaveTextContent(
      'It’s booked until Mon, 2 Nov 2026, 12:55. Asha Verma can report that you didn’t come.',
    )
  expect(done.inputs).toEqual([])
  await dialog.getByRole('button', { name: 'Mark done' }).click()
  await expect.element(cardOf('Asha Verma')).not.toBeInTheDocument()
  expect(done.inputs).toEqual([{ id: walk.id }])
})
