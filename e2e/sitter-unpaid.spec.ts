/** Runs its own app, in which owners and sitters settle payments between them. */
import { expect, type Session, test } from './fixture.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { inDays } from './sitter.ts'

let app: OwnApp

test.beforeAll(async () => {
  app = await startOwnApp(test.info().outputDir, { SEED: 'demo', SITTING_PAYMENTS: 'off' })
})
test.afterAll(async () => {
  await app.end()
})

async function logIn({ request }: Session, email: string): Promise<void> {
  const answer = await request.post(`${app.url}/api/auth/sign-in/email`, {
    data: { email, password: 'pawfolk-demo' },
    headers: { origin: app.url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const promises = /Pay now|charged|refund you|full refund|payment method/i

test('where owners and sitters settle payments themselves, nothing promises a charge or a refund', async ({
  page,
  openSession,
}) => {
  test.slow()
  const home = await openSession()
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

  const visits = await home.request.get(`${app.url}/api/appointments/visits?tab=requests`)
  const asked = ((await visits.json()) as { rows: { id: string; date: string }[] }).rows
  const accepted = await home.request.post(
    `${app.url}/api/appointments/${asked.find(({ date }) => date === day)!.id}/acceptance`,
    { data: {}, headers: { origin: app.url } },
  )
  expect(accepted.ok(), await accepted.text()).toBe(true)

  await page.getByRole('link', { name: 'My appointments' }).click()
  const booking = main.getByRole('article', { name: fullName }).filter({ hasText: 'Day care' }).last()
  await expect(booking).toContainText('Confirmed')
  await expect(booking).not.toContainText(promises)
  await expect(booking.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await booking.getByRole('button', { name: `Cancel appointment with ${fullName}` }).click()
  await expect(page.getByRole('dialog')).not.toContainText(promises)
})
