import type { Page } from '@playwright/test'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePharmacist, makeProduct } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test, visit } from './fixture.ts'

const pdf = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: makePdf() }

/** Signs up a verified pharmacist with one medicine on prescription, and returns its variant. */
async function openPharmacy(session: Session, name: string): Promise<string> {
  await signUpByApi(session, name)
  const { user } = await (await session.request.get('/api/me')).json()
  return inDatabase(async (db) => {
    const at = new Date()
    const sellerId = await makePharmacist(db, { userId: user.id, name, at })
    const { variantIds } = await makeProduct(db, {
      sellerId,
      at,
      category: 'skin',
      name: `Itch Relief ${name}`,
      facts: { schedule: 'h', strength: '5 mg' },
      variants: [{ name: '10 tablets', price: 42_000, stock: 20 }],
    })
    return variantIds[0]!
  })
}

/** Adds a medicine on prescription to the buyer's cart, and enters an address at the checkout. */
async function fillCheckout(page: Page, variantId: string): Promise<void> {
  const added = await page.request.post('/api/shop/cart/lines', { data: { variantId, quantity: 2 } })
  expect(added.ok(), await added.text()).toBe(true)
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
}

async function orderRx(page: Page, variantId: string): Promise<void> {
  await fillCheckout(page, variantId)
  await page.getByLabel('Upload a prescription').setInputFiles(pdf)
  await expect(page.getByRole('combobox', { name: 'Prescription' })).toHaveValue(/^given:/)
  await expect(page.getByText('You pay once a pharmacist has approved your prescription.')).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(page.getByText('Waiting for the pharmacist: 2 ordered')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
}

/** Goes to the list of orders and back to the order, which is then asked for anew. */
async function lookAgain(page: Page): Promise<void> {
  await visit(page, '/my-orders')
  await page.getByRole('link', { name: /^Order OR-/ }).click()
}

test('a prescription is doubted, approved in part, paid, and packed with its batch', async ({
  page,
  openWindow,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const pharmacy = await openWindow()
  const variantId = await openPharmacy(pharmacy, `Nisha ${mark}`)
  await signUpByApi(page, 'Farida Khan')
  const pet = await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })
  expect(pet.ok(), await pet.text()).toBe(true)
  await orderRx(page, variantId)

  await pharmacy.goto('/pharmas-orders')
  const card = pharmacy.getByRole('article')
  await expect(card).toContainText('Prescription for Bruno')
  await expect(card.getByRole('link', { name: 'Open scan.pdf' })).toBeVisible()
  await card.getByRole('button', { name: /^Check order/ }).click()
  await card.getByRole('button', { name: 'Ask the buyer' }).click()
  await card.getByRole('textbox', { name: 'Your question' }).fill('How heavy is Bruno?')
  await card.getByRole('button', { name: 'Send the question' }).click()
  await expect(card.getByText('You asked: How heavy is Bruno?')).toBeVisible()

  await lookAgain(page)
  await page.getByRole('textbox', { name: 'Your answer' }).fill('12 kg')
  await page.getByLabel('Attach a new prescription').setInputFiles({ ...pdf, name: 'sharper.pdf' })
  await expect(page.getByText('sharper.pdf goes to the pharmacist with your answer.')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('You answered: 12 kg')).toBeVisible()

  // The tab keeps its check when it is reloaded.
  await pharmacy.reload()
  await expect(card.getByText('The buyer answered: 12 kg')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Open sharper.pdf' })).toBeVisible()
  await card.getByRole('radio', { name: 'Approve', exact: true }).check({ force: true })
  for (const box of ['Pet and owner are right', 'The medicine is right', 'The strength is right'])
    await card.getByRole('checkbox', { name: box }).check({ force: true })
  await card.getByRole('textbox', { name: 'Prescriber' }).fill('Dr. Anand Rao')
  await card.getByRole('textbox', { name: 'Registration no.' }).fill('KVC/2211')
  await card.getByRole('combobox', { name: /^Quantity/ }).selectOption('1')
  await card.getByRole('combobox', { name: /^Refills/ }).selectOption('2')
  await card.getByLabel('Date').fill(new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10))
  await card.getByRole('button', { name: 'Save the decision' }).click()
  await expect(pharmacy.getByText('No prescriptions are waiting for you.')).toBeVisible()

  await lookAgain(page)
  await expect(page.getByText('Approved: 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(
    page
      .getByRole('region', { name: /^Sold by/ })
      .getByText('Placed', { exact: true })
      .first(),
  ).toBeVisible({ timeout: 20_000 })

  await pharmacy.getByText('To pack', { exact: true }).click()
  await card.getByRole('textbox', { name: 'Batch no.' }).fill('B-1182')
  await card.getByLabel('Expiry').fill('2099-12-31')
  await expectAccessible(pharmacy)
  await card.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(pharmacy.getByText('No medicines are waiting to be packed.')).toBeVisible()
  await lookAgain(page)
  await expect(page.getByText('Batch B-1182', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await visit(page, '/my-orders')
  await page.getByRole('link', { name: 'My refills' }).click()
  await expect(page.getByText(/^2 refills left/)).toContainText('Dr. Anand Rao')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Add 1 × / }).click()
  await page.getByRole('link', { name: /is in your cart\. View cart$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
})
