import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { answerVetsDashboard, signInVet } from '#/app/testing/browser/vet.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { makeBooking, makeVetOf, makeVisit, pageOf } from '#/appointments/web/appointment.factory.ts'
import { sittingContract } from '#/sitting/contract.ts'
import type { SittingMove } from '#/sitting/move-contract.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  answer(appointmentsContract.kinds, { trades: ['sitting'] })
  answer(sittingContract.meetGreets, pageOf())
})
afterEach(() => {
  vi.useRealTimers()
})

const walk = {
  startsAt: new Date('2026-11-10T10:00:00+05:30'),
  minutes: 60,
  trade: 'sitting',
  title: 'Dog walk',
  noun: 'dog walk',
  providerNoun: 'sitter',
  status: 'confirmed',
} as const

const moveOf = (
  appointmentId: string,
  side: SittingMove['side'],
  askedBy: SittingMove['side'] = 'owner',
): SittingMove => ({
  id: newId(),
  appointmentId: appointmentId as SittingMove['appointmentId'],
  side,
  askedBy,
  date: '2026-11-11',
  startTime: '16:30',
  endTime: '17:30',
  startsAt: new Date('2026-11-11T16:30:00+05:30'),
  answerBy: new Date('2026-11-03T08:00:00+05:30'),
})

test('an owner asks for another time, hears when the sitter works, and can take it back', async () => {
  signIn('Asha Verma')
  const booking = makeBooking({ ...walk, provider: makeVetOf({ name: 'Leela Rao', fullName: 'Leela Rao' }) })
  answer(appointmentsContract.appointments, pageOf(booking))
  let moves: SittingMove[] = []
  answer(sittingContract.moves, () => ({ rows: moves }))
  await openPage('/appointments')
  const card = page.getByRole('article', { name: 'Leela Rao' })
  await card.getByRole('button', { name: 'Reschedule appointment with Leela Rao' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another time with Leela Rao' })
  await expect.element(dialog.getByText('It stays until Leela Rao agrees.')).toBeVisible()
  const ask = dialog.getByRole('button', { name: 'Ask for this time' })
  await ask.click()
  await expect
    .element(dialog.getByText('This is the time you have now. Please choose another.'))
    .toBeVisible()
  await expect.element(dialog.getByLabelText('Start')).toHaveFocus()
  await dialog.getByLabelText('Start').fill('19:30')
  await dialog.getByLabelText('Date').fill('2026-11-11')
  await expect.element(dialog.getByText('Ends at 20:30, on the sitter’s clock.')).toBeVisible()
  await expectAccessible()
  answer(sittingContract.askToMove, () => {
    const times = [{ startTime: '09:00', endTime: '18:00' }]
    throw new ORPCError('sitting.closed', {
      status: 409,
      defined: true,
      data: { hours: { day: '2026-11-11', times } },
    })
  })
  await ask.click()
  await expect
    .element(dialog.getByText('Leela Rao’s hours on Wed, 11 Nov 2026 are 09:00–18:00.'))
    .toBeVisible()
  await dialog.getByLabelText('Start').fill('16:30')
  const asked = answer(sittingContract.askToMove, ({ id }) => {
    moves = [moveOf(id, 'owner')]
    return moves[0]!
  })
  await ask.click()
  const shown = card.getByRole('region', { name: 'Another time' })
  await expect
    .element(shown)
    .toHaveTextContent(
      'You asked for Wed, 11 Nov 2026, 16:30-17:30. Until Leela Rao agrees, it stays as booked.',
    )
  expect(asked.inputs).toEqual([{ id: booking.id, date: '2026-11-11', startTime: '16:30' }])
  await expect.element(card.getByRole('button', { name: /^Reschedule/ })).not.toBeInTheDocument()
  await expectAccessible()
  answer(sittingContract.withdrawMove, () => {
    moves = []
  })
  await shown.getByRole('button', { name: /^Withdraw/ }).click()
  await expect.element(shown).not.toBeInTheDocument()
})

test('a sitter agrees to another time, keeps the old one, or hears why it doesn’t work', async () => {
  signInVet('Leela Rao')
  const visit = makeVisit(walk)
  answer(appointmentsContract.visits, pageOf(visit))
  let moves = [moveOf(visit.id, 'sitter')]
  answer(sittingContract.moves, () => ({ rows: moves }))
  answerVetsDashboard()
  answer(appointmentsContract.visits, ({ tab }) => pageOf(...(tab === 'upcoming' ? [visit] : [])))
  await openPage('/dashboard')
  await expect
    .element(page.getByRole('region', { name: 'Next up' }).getByRole('article'))
    .toHaveTextContent(/Asks for another time: answer by/)
  await openPage('/appointments?side=visits&tab=upcoming')
  const shown = page.getByRole('region', { name: 'Another time' })
  await expect.element(shown).toHaveTextContent(/Asha Verma asks for Wed, 11 Nov 2026, 16:30-17:30 instead\./)
  await expectAccessible()
  refuse(sittingContract.agreeToMove, 'sitting.full')
  const agree = shown.getByRole('button', { name: 'Agree to the new time' })
  await agree.click()
  await expect.element(page.getByText('You have no room left at that time.')).toBeVisible()
  const agreed = answer(sittingContract.agreeToMove)
  answer(sittingContract.declineMove, () => {
    moves = []
  })
  await agree.click()
  await expect.element(page.getByText('It’s now on Wed, 11 Nov 2026, 16:30-17:30.')).toBeVisible()
  expect(agreed.inputs).toEqual([{ id: moves[0]!.id }])
  await shown.getByRole('button', { name: 'Keep the old time' }).click()
  await expect.element(shown).not.toBeInTheDocument()
})

test('a sitter proposes another time, and can take it back', async () => {
  signInVet('Leela Rao')
  const visit = makeVisit(walk)
  answer(appointmentsContract.visits, pageOf(visit))
  let moves: SittingMove[] = []
  answer(sittingContract.moves, () => ({ rows: moves }))
  await openPage('/appointments?side=visits&tab=upcoming')
  await page.getByRole('button', { name: 'Propose another time to Asha Verma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another time with Asha Verma' })
  await dialog.getByLabelText('Date').fill('2026-11-11')
  await dialog.getByLabelText('Start').fill('16:30')
  await expectAccessible()
  refuse(sittingContract.askToMove, 'sitting.full')
  const ask = dialog.getByRole('button', { name: 'Ask for this time' })
  await ask.click()
  await expect.element(dialog.getByText('You have no room left at that time.')).toBeVisible()
  refuse(sittingContract.askToMove, 'sitting.too_soon')
  await ask.click()
  await expect.element(dialog.getByText('Please choose a time at least 3 hours from now.')).toBeVisible()
  answer(sittingContract.askToMove, ({ id }) => {
    moves = [moveOf(id, 'sitter', 'sitter')]
    return moves[0]!
  })
  await ask.click()
  const shown = page.getByRole('region', { name: 'Another time' })
  await expect.element(shown).toHaveTextContent('Until Asha Verma agrees, it stays as booked.')
  await expect.element(page.getByRole('button', { name: /^Propose another time/ })).not.toBeInTheDocument()
  answer(sittingContract.withdrawMove, () => {
    moves = []
  })
  await shown.getByRole('button', { name: /^Withdraw/ }).click()
  await expect.element(shown).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('button', { name: 'Propose another time to Asha Verma' }).click()
  await dialog.getByLabelText('Start').fill('17:30')
  refuse(sittingContract.askToMove, 'sitting.move_too_often')
  await ask.click()
  await expect
    .element(dialog.getByText('You’ve proposed another time 3 times. Please message the owner instead.'))
    .toBeVisible()
})

test('an owner answers the time that their sitter proposes, from the dashboard on', async () => {
  signIn('Asha Verma')
  answerDashboard()
  const booking = makeBooking({ ...walk, provider: makeVetOf({ name: 'Leela Rao', fullName: 'Leela Rao' }) })
  answer(appointmentsContract.appointments, pageOf(booking))
  answer(sittingContract.moves, { rows: [moveOf(booking.id, 'owner', 'sitter')] })
  await openPage('/dashboard')
  await expect
    .element(page.getByRole('region', { name: 'Next up' }).getByRole('article'))
    .toHaveTextContent(/Another time proposed: answer by/)
  await openPage('/appointments')
  const shown = page.getByRole('region', { name: 'Another time' })
  await expect.element(shown).toHaveTextContent(/Leela Rao asks for Wed, 11 Nov 2026, 16:30-17:30 instead\./)
  await expectAccessible()
  const agreed = answer(sittingContract.agreeToMove)
  await shown.getByRole('button', { name: 'Agree to the new time' }).click()
  await expect.poll(() => agreed.inputs.length).toBe(1)
})
