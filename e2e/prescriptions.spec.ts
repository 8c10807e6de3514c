import type { Page } from '@playwright/test'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

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

async function orderRx(page: Page, variantId: string, { isSlow = false } = {}): Promise<void> {
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  if (isSlow)
    await page.route('**/rpc/shop/prescriptionChoices*', async (route) => {
      await held
      await route.continue()
    })
  await fillCheckout(page, variantId)
  await page.getByRole('button', { name: 'Place order' }).click()
  if (isSlow) await expect(page.getByRole('status', { name: 'Loading your prescriptions' })).toBeVisible()
  answer()
  await expect(page.getByRole('combobox', { name: 'Prescription' })).toBeFocused()
  await expect(page.getByText('Please choose or upload a prescription')).toBeVisible()
  await expectAccessible(page)
  const upload = page.getByLabel('Upload a prescription')
  await upload.setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
  await expect(page.getByText('Please choose a PDF, or a JPG, PNG or WebP picture.')).toBeVisible()
  await upload.setInputFiles(pdf)
  await expect(page.getByRole('combobox', { name: 'Prescription' })).toHaveValue(/^given:/)
  await expect(page.getByText('You pay once a pharmacist has approved your prescription.')).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(page.getByText('Waiting for the pharmacist: 2 ordered')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
}

test('a prescription is doubted, approved in part, paid, and packed with its batch', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/422.*decidePrescription/)
  const mark = crypto.randomUUID().slice(0, 6)
  const pharmacy = await openWindow()
  const variantId = await openPharmacy(pharmacy, `Nisha ${mark}`)
  await signUpByApi(page, 'Farida Khan')
  const pet = await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })
  expect(pet.ok(), await pet.text()).toBe(true)
  await orderRx(page, variantId)
  await expectAccessible(page)

  await pharmacy.goto('/pharmas-orders')
  const card = pharmacy.getByRole('article')
  await expect(card).toContainText('Prescription for Bruno')
  await expect(card.getByRole('link', { name: 'Open scan.pdf' })).toBeVisible()
  await card.getByRole('button', { name: /^Check order/ }).click()
  await card.getByRole('button', { name: 'Ask the buyer' }).click()
  await card.getByRole('textbox', { name: 'Your question' }).fill('How heavy is Bruno?')
  await card.getByRole('button', { name: 'Send the question' }).click()
  await expect(card.getByText('You asked: How heavy is Bruno?')).toBeVisible()
  await expectAccessible(pharmacy)

  await page.reload()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('12 kg')
  await page.getByLabel('Attach a new prescription').setInputFiles({ ...pdf, name: 'sharper.pdf' })
  await expect(page.getByText('sharper.pdf goes to the pharmacist with your answer.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('You answered: 12 kg')).toBeVisible()

  // The tab keeps its check when it is reloaded, and a missing tick has the focus.
  await pharmacy.reload()
  await expect(card.getByText('The buyer answered: 12 kg')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Open sharper.pdf' })).toBeVisible()
  await card.getByRole('radio', { name: 'Approve', exact: true }).check({ force: true })
  await card.getByRole('button', { name: 'Save the decision' }).click()
  await expect(card.getByRole('checkbox', { name: 'Pet and owner are right' })).toBeFocused()
  await expectAccessible(pharmacy)
  for (const box of ['Pet and owner are right', 'The medicine is right', 'The strength is right'])
    await card.getByRole('checkbox', { name: box }).check({ force: true })
  await card.getByRole('textbox', { name: 'Prescriber' }).fill('Dr. Anand Rao')
  await card.getByRole('textbox', { name: 'Registration no.' }).fill('KVC/2211')
  await card.getByLabel('Date').fill('2020-01-10')
  await card.getByRole('combobox', { name: /^Quantity/ }).selectOption('1')
  await card.getByRole('combobox', { name: /^Refills/ }).selectOption('2')
  await card.getByRole('button', { name: 'Save the decision' }).click()
  await expect(
    card.getByText('This prescription is no longer valid, so nothing can be approved on it.'),
  ).toBeVisible()
  await card.getByLabel('Date').fill(new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10))
  await card.getByRole('button', { name: 'Save the decision' }).click()
  await expect(pharmacy.getByText('No prescriptions are waiting for you.')).toBeVisible()

  await page.reload()
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

  await pharmacy.goto('/pharmas-orders?show=pack')
  await card.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(card.getByRole('textbox', { name: 'Batch no.' })).toBeFocused()
  await card.getByRole('textbox', { name: 'Batch no.' }).fill('B-1182')
  await card.getByLabel('Expiry').fill('2099-12-31')
  await expectAccessible(pharmacy)
  await card.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(pharmacy.getByText('No medicines are waiting to be packed.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Batch B-1182', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/my-orders')
  await page.getByRole('link', { name: 'My refills' }).click()
  await expect(page.getByText(/^2 refills left/)).toContainText('Dr. Anand Rao')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Add 1 × / }).click()
  await page.getByRole('link', { name: /is in your cart\. View cart$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
})

test('a refusal cancels the order with its reason, and charges nothing', async ({ page, openWindow }) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const pharmacy = await openWindow()
  const variantId = await openPharmacy(pharmacy, `Omar ${mark}`)
  await signUpByApi(page, 'Farida Khan')
  await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })
  await orderRx(page, variantId, { isSlow: true })
  // Links to files work for five minutes.
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 5 * 60_000
  })
  const renewed = page.waitForResponse(/\/rpc\/shop\/orderPrescription/)
  await page.mouse.move(40, 40)
  expect((await renewed).ok()).toBe(true)
  await pharmacy.goto('/pharmas-orders')
  const card = pharmacy.getByRole('article')
  await card.getByRole('button', { name: /^Cancel order/ }).click()
  await expect(pharmacy.getByText('The buyer hasn’t paid yet, and won’t be charged.')).toBeVisible()
  await expectAccessible(pharmacy)
  await pharmacy.getByRole('button', { name: 'Keep it' }).click()
  await card.getByRole('button', { name: /^Check order/ }).click()
  await card.getByRole('radio', { name: 'Don’t approve' }).check({ force: true })
  await card.getByRole('button', { name: 'Save the decision' }).click()
  await expect(card.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await card.getByRole('textbox', { name: 'Reason' }).fill('It names another medicine.')
  await card.getByRole('button', { name: 'Save the decision' }).click()
  await expect(pharmacy.getByText('No prescriptions are waiting for you.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Reason: It names another medicine.')).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
})

/** Adds a product that needs no prescription to the buyer's cart. */
async function addBed(page: Page, seller: Session): Promise<void> {
  const { user } = await (await seller.request.get('/api/me')).json()
  const { variantIds } = await inDatabase(async (db) => {
    const at = new Date()
    const sellerId = await makeSupplier(db, { userId: user.id, at })
    return makeProduct(db, { sellerId, at, name: 'Cooling Bed' })
  })
  const added = await page.request.post('/api/shop/cart/lines', {
    data: { variantId: variantIds[0], quantity: 1 },
  })
  expect(added.ok(), await added.text()).toBe(true)
}

test('a buyer without a pet keeps the medicine in the cart and orders the rest', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/500.*prescriptionChoices/)
  const seller = await openSession()
  const variantId = await openPharmacy(seller, `Nisha ${crypto.randomUUID().slice(0, 6)}`)
  await signUpByApi(page, 'Farida Khan')
  await addBed(page, seller)
  const choices = '**/rpc/shop/prescriptionChoices*'
  await page.route(choices, (route) => route.fulfill({ status: 500 }))
  await fillCheckout(page, variantId)
  const keep = page.getByRole('button', { name: 'Keep them in my cart' })
  const problem = page.getByText(
    'These products need a prescription. To order the rest, keep them in your cart.',
  )
  await expect(keep).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(problem).toBeVisible()
  await expect(keep).toBeFocused()
  await page.unroute(choices)
  await page.getByRole('button', { name: 'Retry' }).click()

  await expect(page.getByText('Please add your pet first')).toBeVisible()
  await page.getByRole('link', { name: 'add your pet' }).click()
  await expect(page).toHaveURL(/\/profile\/add-pet\?from=%2Fcheckout$/)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('560034')
  await expect(page.getByText('Please add your pet first')).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(problem).toBeVisible()
  await expect(keep).toBeFocused()
  await expectAccessible(page)
  await keep.click()
  await expect(page.getByText('They’ll stay in your cart and won’t be part of this order.')).toBeFocused()
  await expect(problem).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(page.getByRole('region', { name: /^Sold by/ })).toHaveCount(1)
  await page.goto('/cart')
  await expect(page.getByText(/^Itch Relief Nisha/)).toBeVisible()
  await expect(page.getByText('Cooling Bed')).toHaveCount(0)
})

test('with several pets, the checkout asks for the pet first, and a medicine that stays in the cart needs none', async ({
  page,
  openSession,
}) => {
  const seller = await openSession()
  const variantId = await openPharmacy(seller, `Nisha ${crypto.randomUUID().slice(0, 6)}`)
  await signUpByApi(page, 'Farida Khan')
  for (const name of ['Bruno', 'Coco'])
    expect((await page.request.post('/api/pets', { data: { name, species: 'dog' } })).ok()).toBe(true)
  await addBed(page, seller)
  await fillCheckout(page, variantId)
  const pet = page.getByRole('combobox', { name: 'Pet' })
  const prescription = page.getByRole('combobox', { name: 'Prescription' })
  await expect(pet).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(pet).toBeFocused()
  await expect(pet).toHaveAccessibleDescription('Please choose the pet')
  await expect(prescription).not.toHaveAccessibleDescription(/./)
  await expectAccessible(page)
  await pet.selectOption('Coco')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(prescription).toBeFocused()
  await expect(prescription).toHaveAccessibleDescription('Please choose or upload a prescription')

  await pet.selectOption('Please choose')
  await prescription.selectOption('I don’t have one yet: keep it in my cart')
  await expect(page.getByRole('note')).toHaveText('Needs a prescription. It stays in your cart.')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/order-confirmation\//)
})
