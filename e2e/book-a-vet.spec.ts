import type { Locator, Page } from '@playwright/test'
import { daysOf, read } from './booking.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const list = '/services/book-a-vet'

type Vet = { id: string; fullName: string }

/** Finds a vet in the demo data. */
async function vetCalled(page: Page, fullName: string): Promise<Vet> {
  const { rows } = await read<{ rows: Vet[] }>(page, `/veterinary/vets?q=${encodeURIComponent(fullName)}`)
  return rows.find((vet) => vet.fullName === fullName)!
}

const dayButton = (dialog: Locator, date: string) => dialog.locator(`[data-day="${date}"]`)

test('an owner sends a request from the list by keyboard alone', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  const vet = await vetCalled(page, 'Meera Iyer')
  await page.goto(`${list}?location=indiranagar`)
  const book = page.getByRole('link', { name: 'Book with Dr. Meera Iyer' })
  await book.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book with Dr. Meera Iyer' })
  await expect(dialog.getByText('This veterinarian has 2 holiday(s) in the next 30 days.')).toBeVisible()

  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  const days = await daysOf(page, vet.id)
  const first = days.find(({ state }) => state === 'available')!.date
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', first)
  await tabTo(dayButton(dialog, first))
  const last = days.at(-1)!.date
  await page.keyboard.press('PageDown')
  await expect(dialog.locator('[data-day]:focus')).toBeVisible()
  for (let weeks = 0; weeks < 5; weeks++) await page.keyboard.press('ArrowDown')
  await expect(dayButton(dialog, last)).toBeFocused()
  const holiday = days.find(({ state }) => state === 'holiday')!.date
  for (let moves = 0; moves < 30; moves++) {
    if (await dayButton(dialog, holiday).evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowLeft')
  }
  await expect(dayButton(dialog, holiday)).toBeFocused()
  await expect(dayButton(dialog, holiday)).toHaveAccessibleName(/holiday, unavailable$/)
  await page.keyboard.press('Enter')
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', first)

  const second = days.filter(({ state }) => state === 'available')[1]!.date
  await tabTo(dialog.getByRole('button', { name: 'Next available date' }))
  await page.keyboard.press('Enter')
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', second)
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  const times = dialog.getByRole('radiogroup')
  await expect(times.getByRole('radio').first()).toBeVisible()
  await tabTo(times.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const chosen = times.getByRole('radio', { checked: true })
  await expect(chosen).toBeFocused()
  await tabTo(dialog.getByLabel('Reason for the visit'))
  await page.keyboard.type('Limping since Sunday')
  await tabTo(dialog.getByRole('button', { name: 'Book Appointment' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Your request is on its way' })).toBeFocused()
  await expect(page.getByText('Your appointment request has been sent to the veterinarian.')).toBeVisible()
  await expectAccessible(page)
  await tabTo(dialog.getByRole('link', { name: 'My appointments' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/appointments')
})
