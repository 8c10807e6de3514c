import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const near = 'Indiranagar, Bengaluru'

test.beforeEach(async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
})

test('filters by distance, price and free days are kept in the URL, and Back removes them', async ({
  page,
}) => {
  await page.goto('/services/book-a-vet')
  const cards = page.getByRole('article')
  await expect(cards.nth(5)).toBeVisible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter veterinarians' })
  // Other stories' vets are in Bengaluru.
  await dialog.getByLabel('Near', { exact: true }).fill('Saket, New Delhi')
  await dialog.getByLabel('Free', { exact: true }).selectOption('Within 14 days')
  await dialog.getByLabel('Highest price').fill('a lot')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show veterinarians' }).click()
  await expect(dialog.getByText('Please write an amount like 800.')).toBeVisible()
  await dialog.getByLabel('Highest price').fill('₹800')
  await dialog.getByLabel('Highest price').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/near=Saket%2C\+New\+Delhi&within=10&price=800&free=14/)
  await expect(page.getByText('1 veterinarian', { exact: true })).toBeVisible()
  await expect(cards.first()).toContainText('Dr. Harpreet Singh')
  await expect(cards.first()).toContainText('km away')
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove filter: Up to ₹800' }).click()
  await expect(page.getByText(/^2 veterinarians, best rated first$/)).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Nearest')
  await expect(page.getByText(/^2 veterinarians, nearest first$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^2 veterinarians, nearest first$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('rating')
  await page.goBack()
  await expect(page.getByText('1 veterinarian', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/services/book-a-vet')
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
})

test('an empty list suggests which filter to remove', async ({ page }) => {
  await page.goto(`/services/book-a-stylist?near=${encodeURIComponent(near)}&within=10&price=1`)
  await expect(page.getByRole('heading', { name: 'No stylist matches both filters.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Without Up to ₹1: \d+ pet stylists$/ }).click()
  await expect(page.getByRole('article').first()).toContainText('km away')
  await expect(page).toHaveURL(/near=.*within=10$/)
})

test('chosen days filter by the booking dialog’s own times, by keyboard alone', async ({ page }) => {
  await page.goto('/services/book-a-trainer')
  await page.getByRole('button', { name: 'Filters', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter pet trainers' })
  await dialog.getByLabel('Free', { exact: true }).selectOption('On days I choose')
  await dialog.getByRole('button', { name: 'Show pet trainers' }).click()
  await expect(dialog.getByText('Please choose at least one day.')).toBeVisible()
  const day = dialog.getByRole('checkbox').nth(3)
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await day.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/free=\d{4}-\d\d-\d\d$/)
  await expect(page.getByText(/^\d+ pet trainers?, best rated first$/)).toBeVisible()
})

test('an unknown place shows an error', async ({ page }) => {
  await page.goto('/services/book-a-trainer?near=Xyzzyplugh')
  await expect(page.getByRole('heading', { name: 'We don’t know where “Xyzzyplugh” is.' })).toBeVisible()
  await page.getByRole('button', { name: 'Search everywhere' }).click()
  await expect(page.getByRole('article').nth(2)).toBeVisible()
})
