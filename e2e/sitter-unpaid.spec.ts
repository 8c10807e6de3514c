/** Runs its own app, in which owners and sitters settle payments between them. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { inDays } from './sitter.ts'

let app: OwnApp

test.beforeAll(async () => {
  app = await startOwnApp(test.info().outputDir, { SEED: 'demo', SITTING_PAYMENTS: 'off' })
})
test.afterAll(async () => {
  await app.end()
})

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${app.url}/login`)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('pawfolk-demo')
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
}

const promises = /Pay now|charged|refund you|full refund|payment method/i

test('where owners and sitters settle payments themselves, nothing promises a charge or a refund', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const home = await openWindow()
  await logIn(page, 'asha.verma@pawfolk.example')
  await logIn(home, 'leela.rao@pawfolk.example')
  const found = await page.request.get(`${app.url}/api/sitting/sitters?service=day-care&q=Leela`)
  const { rows } = (await found.json()) as { rows: { id: string; fullName: string }[] }
  const { id, fullName } = rows.find((one) => one.fullName === 'Leela Rao')!
  const day = inDays(33)
  await page.goto(
    `${app.url}/services/book-pet-sitter/form?sitter=${id}&service=day-care&from=${day}&drop=09:00&pick=17:00`,
  )
  const main = page.getByRole('main')
  await expect(page.getByRole('complementary', { name: 'Price' })).toContainText(
    /You pay .+ directly, and agree on refunds with them\./,
  )
  await main.getByRole('checkbox', { name: /^Bruno/ }).check()
  await expect(page.getByLabel('I agree to these terms')).toHaveCount(0)
  await expect(main).not.toContainText(promises)
  await expectAccessible(page)
  await page
    .getByRole('group', { name: /get along with other dogs/ })
    .getByText('Yes')
    .click()
  const contact = page.getByRole('region', { name: 'Emergency contact' })
  await contact.getByLabel('Name').fill('Kavya Verma')
  await contact.getByLabel('Phone number').fill('+91 98100 12345')
  await page.getByRole('button', { name: 'Send Booking Request' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you! Your request is on its way' })).toBeVisible()
  await expect(main).not.toContainText(promises)
  await expectAccessible(page)

  await home.goto(`${app.url}/appointments?side=visits&tab=requests`)
  const asked = home.getByRole('article', { name: 'Asha Verma' }).filter({ hasText: 'Day care' })
  await expect(asked).not.toContainText(promises)
  await asked.getByRole('button', { name: 'Accept Asha Verma’s request' }).last().click()
  await expect(home.getByText('Accepted', { exact: false }).first()).toBeVisible()

  await page.goto(`${app.url}/appointments?kind=sitting`)
  const booking = main.getByRole('article', { name: fullName }).filter({ hasText: 'Day care' }).last()
  await expect(booking).toContainText('Confirmed')
  await expect(booking).not.toContainText(promises)
  await expect(booking.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await expectAccessible(page)
  await booking.getByRole('button', { name: `Cancel appointment with ${fullName}` }).click()
  await expect(page.getByRole('dialog')).not.toContainText(promises)
  await expectAccessible(page)
})
