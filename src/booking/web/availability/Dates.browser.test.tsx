import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { signInVet } from '#/app/testing/browser/vet.ts'
import { type Day, formatDay } from '#/kernel/time.ts'
import { stylingContract } from '#/styling/contract.ts'
import { trainingContract } from '#/training/contract.ts'
import { standingSchema, verificationContract } from '#/verification/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { keepCalendar, range } from './calendar.factory.ts'

const preview = page.getByRole('region', { name: 'What owners see, next 30 days' })
const dayOf = (date: Day) => preview.element().querySelector(`[data-day="${date}"]`)
const saidOf = (date: Day) => expect.poll(() => dayOf(date)?.getAttribute('aria-label'))
const stateOf = (date: Day) => expect.poll(() => dayOf(date)?.getAttribute('data-state'))
const week = page.getByRole('form', { name: 'Weekly hours' })
const texts = (found: Element[]) => found.map(({ textContent }) => textContent)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T07:00:00+05:30') })
  signInVet()
  answer(veterinaryContract.profile, null)
  answer(verificationContract.standing, made(standingSchema, { status: 'verified', isListed: true }))
})
afterEach(() => {
  vi.useRealTimers()
})

async function open(): Promise<void> {
  await openPage('/profile/veterinary?tab=availability')
  await expect.element(preview).toBeVisible()
}

test('a single date is added, changed, removed and restored', async () => {
  keepCalendar([range('09:00', '12:00')])
  await open()
  const date = '2026-11-09'
  await saidOf(date).toBe(`${formatDay(date)}, available, 6 times`)
  await page.getByRole('button', { name: 'Add a date' }).click()
  const form = page.getByRole('form', { name: 'Hours of one date' })
  const saveDate = form.getByRole('button', { name: 'Save date' })
  const field = form.getByRole('textbox', { name: 'Date' })
  await saveDate.click()
  await expect.element(form.getByText('Required')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('2026-11-01')
  await saveDate.click()
  await expect.element(form.getByText('This day has passed. Please choose a later one.')).toBeVisible()
  await field.fill(date)
  await form.getByLabelText('Start').fill('14:00')
  await form.getByLabelText('End').fill('16:00')
  await saidOf(date).toBe(`${formatDay(date)}, available, 4 times`)
  await userEvent.click(dayOf(date)!)
  await expect
    .poll(() => texts(preview.getByRole('region').getByRole('listitem').elements()))
    .toEqual(['14:00-14:30', '14:30-15:00', '15:00-15:30', '15:30-16:00'])
  await expectAccessible()
  await saveDate.click()
  const dates = page.getByRole('region', { name: 'Single dates' })
  const row = dates.getByRole('listitem')
  await expect.element(row).toHaveTextContent(new RegExp(`^${formatDay(date)}14:00–16:00`))
  await expect.element(dates.getByRole('button', { name: 'Add a date' })).toHaveFocus()

  await dates.getByRole('button', { name: `Change ${formatDay(date)}` }).click()
  await form.getByRole('switch', { name: `Open on ${formatDay(date)}` }).click()
  await saidOf(date).toBe(`${formatDay(date)}, not available`)
  await saveDate.click()
  await expect.element(row).toHaveTextContent('Closed')
  await dates.getByRole('button', { name: `Remove ${formatDay(date)}` }).click()
  await expect.element(dates.getByText(`${formatDay(date)} removed`)).toBeVisible()
  await saidOf(date).toBe(`${formatDay(date)}, available, 6 times`)
  await dates.getByRole('button', { name: 'Undo' }).click()
  await expect.element(row).toHaveTextContent('Closed')
})

test('holidays are added, validated, removed and restored', async () => {
  keepCalendar([range('09:00', '12:00')])
  await open()
  const holidays = page.getByRole('region', { name: 'Holidays' })
  const saveHoliday = holidays.getByRole('button', { name: 'Save holiday' })
  await holidays.getByRole('button', { name: 'Add a holiday' }).click()
  await holidays.getByLabelText('First day').fill('2026-11-12')
  await holidays.getByLabelText('Last day').fill('2026-11-11')
  await saveHoliday.click()
  await expect.element(holidays.getByText('The last day must not be before the first.')).toBeVisible()
  await expect.element(holidays.getByLabelText('Last day')).toHaveFocus()
  await holidays.getByLabelText('Last day').fill('2026-11-14')
  await holidays.getByLabelText('Reason (optional)').fill('Family wedding')
  await expectAccessible()
  await saveHoliday.click()
  await expect.element(page.getByText('The holiday is saved.')).toBeVisible()
  await expect.element(holidays.getByRole('listitem')).toHaveTextContent('Family wedding')
  await stateOf('2026-11-13').toBe('holiday')
  await holidays.getByRole('button', { name: /^Remove the holiday/ }).click()
  await stateOf('2026-11-13').toBe('available')
  await holidays.getByRole('button', { name: 'Undo' }).click()
  await expect.element(holidays.getByRole('listitem')).toHaveTextContent('Family wedding')
})

test('time zone, notice and buffer are searched, validated, previewed and saved', async () => {
  const { settings } = keepCalendar([range('09:00', '12:00')])
  await open()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  const notice = page.getByLabelText('Minimum notice, minutes')
  const buffer = page.getByLabelText('Buffer, minutes')
  await zone.fill('Nowhere')
  await notice.fill('soon')
  await buffer.fill('241')
  ;(zone.element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  const saveRules = page.getByRole('button', { name: 'Save booking rules' })
  await saveRules.click()
  await expect.element(page.getByText('Please choose a time zone from the list')).toBeVisible()
  await expect.element(page.getByText('0 to 20160 minutes')).toBeVisible()
  await expect.element(page.getByText('0 to 240 minutes')).toBeVisible()
  await expect.element(zone).toHaveFocus()
  await zone.fill('london')
  await page.getByRole('option', { name: 'Europe/London' }).click()
  await notice.fill('2880')
  await buffer.fill('15')
  await expectAccessible()
  await stateOf('2026-11-03').toBe('over')
  await saveRules.click()
  await expect.element(page.getByText('Your booking rules are saved.')).toBeVisible()
  expect(settings).toMatchObject([
    { timeZone: 'Europe/London', minimumNoticeMinutes: 2880, bufferMinutes: 15 },
  ])
  await open()
  await expect.element(zone).toHaveValue('Europe/London')
  await expect.element(buffer).toHaveValue('15')
})

const trades = [
  ['training', 'pet-trainer', 'pet_trainer', '09:00–09:30'],
  ['styling', 'pet-stylist', 'pet_stylist', '09:00–17:00'],
] as const
for (const [trade, path, record, saved] of trades)
  test(`${trade} has the same hours page`, async () => {
    signIn('Leela Menon', {
      role: record,
      profiles: ['pet_owner', record],
      records: { pet_owner: newId(), [record]: newId() },
    })
    answer(trainingContract.profile, null)
    answer(stylingContract.profile, null)
    keepCalendar([], trade)
    await openPage(`/profile/${path}?tab=availability`)
    if (trade === 'training') {
      // The times at which trainers can be booked before they set hours.
      await expect.poll(() => week.getByText('09:00–20:00').elements().length).toBe(7)
      await week.getByRole('switch', { name: 'Sunday' }).click()
      await page.getByRole('button', { name: 'Change Saturday' }).click()
    } else await week.getByRole('switch', { name: 'Saturday' }).click()
    const saturday = page.getByRole('group', { name: 'Saturday, hours', exact: true })
    const slotLength = saturday.getByLabelText('Slot, minutes')
    const end = saturday.getByLabelText('End')
    await expect.element(end).toBeVisible()
    const save = page.getByRole('button', { name: 'Save weekly hours' })
    // Owners choose how long a training session takes.
    if (trade === 'training') {
      expect(slotLength.elements()).toHaveLength(0)
      await end.fill('09:20')
      await save.click()
      await expect
        .element(page.getByText('These hours are shorter than the shortest session, 30 minutes.'))
        .toBeVisible()
      await end.fill('09:30')
    } else await expect.element(slotLength).toHaveValue('60')
    await save.click()
    await expect.element(page.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
    await expect.element(week.getByText(saved)).toBeVisible()
    if (trade === 'training') {
      expect(week.getByText('09:00–20:00').elements()).toHaveLength(5)
      expect(week.getByText('Closed').elements()).toHaveLength(1)
    }
    await expectAccessible()
  })
