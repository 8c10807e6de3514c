import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { answerTimes, slotAt } from '#/booking/web/times.factory.ts'
import type { Day } from '#/kernel/time.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { answerBooking, makeVet } from './vet.factory.ts'

const dialog = page.getByRole('dialog', { name: 'Book with Dr. Meera Iyer' })
const bookButton = dialog.getByRole('button', { name: 'Book Appointment' })
const times = dialog.getByRole('radiogroup')
const timeAt = (start: string) => times.getByRole('radio', { name: new RegExp(`^${start}-`) })
const reason = dialog.getByLabelText('Reason for the visit')
const shown = (locator: Locator) => expect.element(locator).toBeVisible()
const gone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument()
const exactly = (text: string) => dialog.getByText(text, { exact: true })

const dayButton = (date: Day) => page.elementLocator(dialog.element().querySelector(`[data-day="${date}"]`)!)
const selected = () =>
  dialog.element().querySelector<HTMLElement>('td[aria-selected="true"] [data-day]')?.dataset['day']

/** Has the page ask again, as when its reader comes back to it. */
const comeBack = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))

async function open(vet = makeVet()): Promise<void> {
  await openPage(`/services/book-a-vet?vet=${vet.id}`)
  await shown(dialog)
}

const start = () => {
  const vet = makeVet()
  return { vet, booked: answerBooking(vet) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  signIn('Asha Verma')
})
afterEach(() => {
  vi.useRealTimers()
})

test('holidays are struck through and skipped, and a vet who is always on holiday is marked', async () => {
  const { vet } = start()
  answerTimes({ states: { '2026-11-04': 'holiday' } })
  await open(vet)
  await shown(
    dialog.getByText(
      'This veterinarian has 1 holiday(s) in the next 30 days. Holiday dates are not available for booking.',
    ),
  )
  const holiday = dayButton('2026-11-04')
  await expect.element(holiday).toHaveAttribute('aria-disabled', 'true')
  await expect.element(holiday).toHaveAccessibleName(/holiday, unavailable$/)
  const number = [...holiday.element().querySelectorAll('span')].at(-1)!
  expect(getComputedStyle(number).textDecorationLine).toBe('line-through')
  await dayButton('2026-11-03').click()
  await holiday.click({ force: true })
  expect(selected()).toBe('2026-11-03')
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await expect.poll(selected).toBe('2026-11-05')
  await dialog.getByRole('button', { name: 'Previous available date' }).click()
  await expect.poll(selected).toBe('2026-11-03')

  const days = Array.from({ length: 30 }, (_, n) => `2026-11-${String(n + 1).padStart(2, '0')}`)
  const all = (state: 'holiday' | 'closed') =>
    Object.fromEntries([...days, '2026-12-01', '2026-12-02'].map((day) => [day, state]))
  answerTimes({ states: all('holiday'), onlyHolidays: true })
  await open(vet)
  await shown(exactly('All available dates are holidays'))
  await shown(
    dialog.getByText(
      'All available dates for this veterinarian are holidays. Please try again later or contact them directly.',
    ),
  )
  await expect.element(bookButton).toBeDisabled()
  await expectAccessible()
  answerTimes({ states: all('closed') })
  await open(vet)
  await shown(dialog.getByText('No available dates found'))
  await shown(dialog.getByText('The veterinarian has not set their availability'))
})

test('a fully booked day is marked, explains why it has no times, and is skipped', async () => {
  const { vet } = start()
  answerTimes({ states: { '2026-11-05': 'full' } })
  answer(bookingContract.waits, { days: [] })
  await open(vet)
  await shown(dialog.getByRole('listitem').filter({ hasText: 'Fully booked' }))
  await expect.element(dayButton('2026-11-05')).toHaveAccessibleName(/fully booked$/)
  await dayButton('2026-11-05').click()
  await shown(exactly('No available slots for this date').last())
  await shown(dialog.getByText('All times on this day are booked.'))
  await expect.element(bookButton).toBeDisabled()
  await dialog.getByRole('button', { name: 'Previous available date' }).click()
  await shown(times)
  expect(selected()).toBe('2026-11-04')
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await expect.poll(selected).toBe('2026-11-06')
})

test('a slot taken by someone else is refused, other times are offered, and nothing typed is lost', async () => {
  const { vet } = start()
  answerTimes()
  await open(vet)
  await dayButton('2026-11-30').click()
  await choose(timeAt('10:00'))
  await reason.fill('Bad breath')
  await choose(dialog.getByRole('radio', { name: 'Email' }))
  const refused = refuse(veterinaryContract.book, 'booking.slot_taken')
  answerTimes({ starts: ['09:00', '09:30', '10:30'] })
  await bookButton.click()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toHaveTextContent(/^This time is no longer free.$/)
  await shown(page.getByText('Failed to book appointment. Please try again. This time is no longer free.'))
  await expect.element(alert).toHaveFocus()
  await gone(times.getByRole('radio', { name: '10:00-10:30', exact: true }))
  await expect.element(timeAt('10:00')).toBeDisabled()
  expect(times.getByRole('radio', { checked: true }).elements()).toHaveLength(0)
  await expect.element(reason).toHaveValue('Bad breath')
  await expect.element(dialog.getByRole('radio', { name: 'Email' })).toBeChecked()
  await expect.element(bookButton).toBeDisabled()
  expect(refused.inputs).toHaveLength(1)
  const booked = answerBooking(vet)
  await choose(timeAt('10:30'))
  await bookButton.click()
  await shown(page.getByText('Appointment Booked'))
  await expect.element(dialog.getByRole('definition').first()).toHaveTextContent('10:30-11:00')
  expect(booked.inputs).toMatchObject([
    { slot: { date: '2026-11-30', startTime: '10:30' }, reason: 'Bad breath', preferredContact: 'email' },
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await gone(dialog)
})

test('a double click books once', async () => {
  const { vet, booked } = start()
  answerTimes()
  await open(vet)
  await choose(timeAt('09:00'))
  await bookButton.dblClick()
  await shown(dialog.getByRole('heading', { name: 'Your request is on its way' }))
  expect(booked.inputs).toHaveLength(1)
})

test('a holiday added on the chosen day clears the choice, and its slots aren’t requested', async () => {
  const { vet } = start()
  answerTimes()
  await open(vet)
  await choose(timeAt('09:00'))
  await expect.element(bookButton).toBeEnabled()
  const date = selected()!
  expect(date).toBe('2026-11-02')
  const asked = answerTimes({ states: { [date]: 'holiday' } })
  // The days answer first, as they say that the slots needn't be asked for.
  fail(bookingContract.slots)
  comeBack()
  await shown(exactly('Doctor is Not Available'))
  await shown(
    dialog.getByText('The selected date is a holiday for this veterinarian. Please choose another date.'),
  )
  expect(selected()).toBeUndefined()
  await expect.element(bookButton).toBeDisabled()
  const { inputs } = answerTimes({ states: { [date]: 'holiday' } })
  expect(asked.inputs).toEqual([])
  comeBack()
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await shown(times)
  expect(inputs.map((input) => input.date)).not.toContain(date)
})

test('a day whose last slots pass gives way to the next day and isn’t called fully booked', async () => {
  const { vet } = start()
  answerTimes()
  await open(vet)
  await choose(timeAt('09:00'))
  answerTimes({ states: { '2026-11-02': 'over' } })
  comeBack()
  await expect.poll(selected).toBe('2026-11-03')
  await expect.element(dayButton('2026-11-02')).toHaveAccessibleName(/no times left$/)
  await expect.element(dayButton('2026-11-02')).toHaveAttribute('aria-disabled', 'true')
  await gone(dialog.getByText('Fully booked'))
  const said = dialog.getByText('The time you had chosen is no longer free.')
  await shown(said)
  await expect.element(bookButton).toBeDisabled()
  await choose(timeAt('09:00'))
  await gone(said)
})

test('times that fail to load show an error, and Retry loads them', async () => {
  const { vet } = start()
  answerTimes()
  fail(bookingContract.slots)
  await open(vet)
  await shown(dialog.getByText('Failed to load available time slots.'))
  answerTimes()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await shown(times)
})

test('a pet added while booking comes back selected, with the form still filled in', async () => {
  answer(appointmentsContract.petClash, { clash: null })
  const { vet } = start()
  answerTimes()
  await open(vet)
  const pet = dialog.getByLabelText('Pet (optional)')
  await expect.element(pet).toHaveValue('')
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await expect.poll(selected).toBe('2026-11-03')
  await choose(timeAt('09:30'))
  await reason.fill('First visit')
  await dialog.getByRole('link', { name: 'Add a pet' }).click()
  await expect.poll(address).toMatch(/\/profile\/add-pet\?from=/)
  const bruno = made(petSchema, { id: newId(), name: 'Bruno', species: 'dog' })
  answer(petsContract.add, () => {
    answer(petsContract.list, { rows: [bruno], nextCursor: null })
    return bruno
  })
  await page.getByLabelText('Name').fill('Bruno')
  await page.getByText('Dog', { exact: true }).click()
  await page.getByRole('button', { name: 'Save pet' }).click()
  await shown(dialog)
  await expect.element(pet).toHaveValue(bruno.id)
  await expect.element(reason).toHaveValue('First visit')
  await expect.poll(selected).toBe('2026-11-03')
  await expect.element(times.getByRole('radio').nth(1)).toBeChecked()
})

test('a pet with another appointment at that time brings a warning and can still be booked', async () => {
  const { vet } = start()
  answerTimes()
  const bruno = made(petSchema, { id: newId(), name: 'Bruno', species: 'dog' })
  answer(petsContract.list, { rows: [bruno], nextCursor: null })
  const { startsAt } = slotAt('2026-11-04', '09:00')
  const { inputs } = answer(appointmentsContract.petClash, {
    clash: { petName: 'Bruno', with: 'Dr. Kabir Shah', startsAt, timeZone: 'Asia/Kolkata' },
  })
  await open(vet)
  await dayButton('2026-11-04').click()
  await choose(timeAt('09:00'))
  const warning = dialog.getByText('Bruno has another appointment then')
  await gone(warning)
  await userEvent.selectOptions(dialog.getByLabelText('Pet (optional)'), bruno.id)
  await expect
    .element(warning)
    .toHaveTextContent('Wed, 4 Nov 2026, 09:00. You can book this one all the same.')
  expect(inputs).toMatchObject([{ petId: bruno.id }])
  await expectAccessible()
  await bookButton.click()
  await shown(page.getByText('Appointment Booked'))
})

test('the dialog names the time zone of the slots', async () => {
  const { vet } = start()
  const days = [{ date: '2026-11-02', state: 'available' as const }]
  answerTimes()
  answer(bookingContract.openDays, { timeZone: 'Europe/London', days, onlyHolidays: false })
  await open(vet)
  await shown(dialog.getByText('Times are the clinic’s: Greenwich Mean Time (UTC+00:00).'))
})
