import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { phone } from '#/app/testing/browser/screen.ts'
import { answerVetsDashboard, signInVet } from '#/app/testing/browser/vet.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { standingSchema, verificationContract } from '#/verification/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { keepCalendar, range } from './calendar.factory.ts'

const path = '/profile/veterinary?tab=availability'
const week = page.getByRole('form', { name: 'Weekly hours' })
const hours = (name: string) => page.getByRole('group', { name, exact: true })
const preview = page.getByRole('region', { name: 'What owners see, next 30 days' })
const save = page.getByRole('button', { name: 'Save weekly hours' })
const discard = page.getByRole('button', { name: 'Discard' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const shown = (locator: Locator) => expect.element(locator).toBeVisible()
const gone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument()
const isSaved = () => gone(discard)
const count = (locator: Locator) => expect.poll(() => locator.elements().length)

async function pressOn(target: Locator, key: string) {
  await expect.element(target).toBeInTheDocument()
  ;(target.element() as HTMLElement).focus()
  await userEvent.keyboard(key)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T07:00:00+05:30') })
  signInVet()
  answer(veterinaryContract.profile, null)
  answer(
    verificationContract.standing,
    made(standingSchema, { record: 'veterinary_doctor', status: 'verified', isListed: true }),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

test('a new vet sets hours by keyboard', async () => {
  answerVetsDashboard()
  const { weeks } = keepCalendar()
  await openPage('/dashboard')
  const warning = page.getByRole('region', { name: 'Set your availability' })
  await expect.element(warning).toHaveTextContent('As a veterinarian, you haven’t set your hours yet')
  await pressOn(warning.getByRole('link', { name: 'Set your hours' }), '{Enter}')
  await expect.poll(address).toBe(path)
  await shown(preview.getByText('No times to book.'))
  await count(week.getByText('Closed')).toBe(7)

  await pressOn(week.getByRole('switch', { name: 'Monday' }), ' ')
  const monday = hours('Monday, hours')
  await expect.element(monday.getByLabelText('Start')).toHaveValue('09:00')
  await monday.getByLabelText('End').fill('12:00')
  await shown(preview.getByText(/^(2[4-9]|30) times on [45] days, once you save\.$/))
  await pressOn(page.getByRole('button', { name: 'Copy to other days: Monday’s hours' }), '{Enter}')
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await pressOn(page.getByRole('checkbox', { name: day }), ' ')
  await expectAccessible()
  await pressOn(page.getByRole('button', { name: 'Copy', exact: true }), '{Enter}')
  await shown(page.getByText('Copied to Tuesday, Wednesday, Thursday, Friday'))
  await count(week.getByText('09:00–12:00')).toBe(5)
  await save.dblClick()
  await shown(page.getByText('Your weekly hours are saved.'))
  await isSaved()
  expect(weeks).toHaveLength(1)
  await count(week.getByText('09:00–12:00')).toBe(5)
  await count(week.getByText('Closed')).toBe(2)
})

test('a change that leaves a booking outside the hours asks first and is saved when confirmed', async () => {
  const { calendar, weeks, saveWeek } = keepCalendar([range('09:00', '17:00')])
  const booking = {
    id: newId(),
    startsAt: new Date('2026-11-08T09:00:00+05:30'),
    endsAt: new Date('2026-11-08T09:30:00+05:30'),
    status: 'pending' as const,
    ownerName: 'Asha Verma',
    petName: null,
  }
  const refused = refuse(bookingContract.saveWeek, 'booking.bookings_outside', { bookings: [booking] })
  await openPage(path)
  await press('Change Sunday')
  await hours('Sunday, hours').getByLabelText('Start').fill('10:00')
  await save.click()
  const dialog = page.getByRole('dialog', { name: '1 booking falls outside.' })
  await expect.element(dialog).toHaveTextContent('It stays unless you cancel it.')
  for (const text of ['Sun, 8 Nov 2026, 09:00-09:30', 'Asha Verma', 'Pending'])
    await expect.element(dialog.getByRole('listitem')).toHaveTextContent(text)
  await expect
    .element(dialog.getByRole('link', { name: 'Go to your appointments' }))
    .toHaveAttribute('href', '/appointments')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await gone(dialog)
  await shown(discard)
  await expect.element(save).toHaveFocus()
  expect(refused.inputs).toHaveLength(1)

  await userEvent.keyboard('{Enter}')
  const { inputs } = saveWeek()
  calendar.outside = [booking]
  await dialog.getByRole('button', { name: 'Save anyway' }).dblClick()
  await shown(page.getByText('Your weekly hours are saved.'))
  await gone(dialog)
  expect(inputs).toMatchObject([{ knownOutside: [booking.id] }])
  const outside = page.getByText('1 booking falls outside. It stays unless you cancel it.')
  await outside.click()
  await shown(page.getByRole('listitem').filter({ hasText: 'Asha Verma' }))

  calendar.outside = []
  await hours('Sunday, hours').getByLabelText('Start').fill('08:00')
  await save.click()
  await isSaved()
  await gone(outside)
  expect(weeks).toEqual([])
  expect(inputs).toHaveLength(2)
})

test('impossible hours show an error at their field, and nothing typed is lost', async () => {
  keepCalendar([range('09:00', '12:00')])
  await openPage(path)
  await press('Change Tuesday')
  await press('Add hours on Tuesday')
  const second = hours('Tuesday, hours 2')
  const start = second.getByLabelText('Start')
  const end = second.getByLabelText('End')
  await expect.element(start).toHaveFocus()
  await save.click()
  await count(second.getByText('Required')).toBe(2)
  await expect.element(start).toHaveFocus()
  await expectAccessible()

  await start.fill('11:30')
  await end.fill('11:00')
  await save.click()
  await shown(second.getByText('The end must be after the start.'))
  await expect.element(end).toHaveFocus()
  await end.fill('14:00')
  await gone(second.getByText('The end must be after the start.'))
  await save.click()
  await shown(second.getByText('These hours overlap others of the same day.'))
  await start.fill('12:00')

  const first = hours('Tuesday, hours 1')
  await first.getByRole('button', { name: 'Add a break' }).click()
  await first.getByLabelText('Break from').fill('08:00')
  await first.getByLabelText('Break until').fill('09:30')
  await first.getByLabelText('Slot, minutes').fill('9')
  await save.click()
  await shown(first.getByText('10 to 240 minutes'))
  await first.getByLabelText('Slot, minutes').fill('200')
  await save.click()
  await shown(first.getByText('These hours are shorter than one slot.'))
  await shown(first.getByText('A break must lie within its hours.'))
  await first.getByLabelText('Slot, minutes').fill('20')
  await first.getByLabelText('Break from').fill('09:00')
  await expectAccessible()

  // A folded day with a problem unfolds.
  await week.getByRole('button', { name: 'Change Friday' }).click()
  const friday = hours('Friday, hours')
  await friday.getByLabelText('End').fill('')
  await press('Close Friday')
  await save.click()
  await shown(friday.getByText('Required'))
  await expect.element(friday.getByLabelText('End')).toHaveFocus()
  await friday.getByLabelText('End').fill('00:00')
  await shown(friday.getByText('Midnight'))
  await save.click()
  await isSaved()
  await openPage(path)
  await shown(week.getByText('09:00–12:00, except 09:00–09:30; 12:00–14:00'))
  await shown(week.getByText('09:00–24:00'))
})

test('removed hours come back with Undo, and leaving with unsaved hours asks first', async () => {
  keepCalendar([
    range('09:00', '12:00', { breaks: [{ startTime: '10:00', endTime: '10:30', reason: 'Tea' }] }),
  ])
  await openPage(path)
  await press('Change Monday')
  const monday = hours('Monday, hours')
  await monday.getByRole('button', { name: 'Remove the break 10:00–10:30' }).click()
  await shown(monday.getByText('The break 10:00–10:30 removed'))
  await expect.element(monday.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(monday.getByLabelText('For (optional)')).toHaveValue('Tea')
  await isSaved()

  await press('Remove 09:00–12:00')
  await gone(monday)
  await save.click()
  await shown(week.getByText('Add hours, or mark the day as closed.'))
  await week.getByRole('button', { name: 'Undo' }).click()
  await expect.element(monday.getByLabelText('Start')).toHaveFocus()
  await isSaved()

  await monday.getByLabelText('End').fill('13:00')
  // The other tab's form has its own guard.
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect.poll(address).toBe('/profile/veterinary')
  await shown(page.getByLabelText('Full name'))
  await page.getByRole('link', { name: 'Pawfolk' }).first().click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('tab', { name: 'Availability' }).click()
  await expect.element(monday.getByLabelText('End')).toHaveValue('13:00')
  await discard.click()
  await expect.element(monday.getByLabelText('End')).toHaveValue('12:00')
})

test('a tab that would overwrite another asks first', async () => {
  const { changeElsewhere, saveWeek } = keepCalendar([range('09:00', '12:00')])
  await openPage(path)
  await press('Change Monday')
  const end = hours('Monday, hours').getByLabelText('End')
  await end.fill('15:00')
  const monday = { day: 'monday' as const, isOpen: true }
  changeElsewhere([{ ...monday, ranges: [{ ...range('08:00', '10:00'), breaks: [] }] }])
  await save.click()
  const told = page.getByText('This was changed elsewhere in the meantime, for instance in another tab.')
  await shown(told)
  await expect.element(end).toHaveValue('15:00')
  await expectAccessible()
  await press('Load what was saved')
  await gone(told)
  await expect.element(end).toHaveValue('10:00')
  await count(week.getByText('Closed')).toBe(6)

  await end.fill('16:00')
  changeElsewhere([{ ...monday, ranges: [{ ...range('09:00', '11:00'), breaks: [] }] }])
  await save.click()
  await shown(told)
  const { inputs } = saveWeek()
  await save.click()
  await isSaved()
  expect(inputs).toMatchObject([{ version: 'v3' }])
  await openPage(path)
  await shown(week.getByText('08:00–16:00'))
})

test('the hours page asks for a profile first, and shows an error when loading or saving fails', async () => {
  signIn('Asha Verma')
  answer(verificationContract.standing, null)
  refuse(bookingContract.availability, 'request.not_found')
  await openPage(path)
  await shown(page.getByText('Save your profile first. Then you can set your hours here.'))
  await expectAccessible()
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect.element(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')

  signInVet()
  const { inputs: asked } = lose(bookingContract.availability)
  await openPage(path)
  const failed = page.getByText('Something went wrong. Please try again.')
  await shown(failed)
  expect(asked).toHaveLength(3)
  const { saveWeek } = keepCalendar()
  await press('Retry')
  await week.getByRole('switch', { name: 'Monday' }).click()
  lose(bookingContract.saveWeek)
  await save.click()
  await shown(failed)
  await expect.element(hours('Monday, hours').getByLabelText('Start')).toHaveValue('09:00')
  saveWeek()
  await save.click()
  await shown(page.getByText('Your weekly hours are saved.'))
  await isSaved()
})

test('at 320 px nothing is cut off', async () => {
  keepCalendar([range('09:00', '12:00', { breaks: [{ startTime: '10:00', endTime: '10:30' }] })])
  await openPage(path, { ...phone, width: 320 })
  await press('Change Monday')
  await press('Copy to other days: Monday’s hours')
  await press('Add a date')
  await press('Add a holiday')
  expect(document.documentElement.scrollWidth).toBe(320)
  await expectAccessible()
})
