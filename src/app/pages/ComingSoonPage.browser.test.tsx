import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, holdBack, lose } from '#/app/testing/browser/answers.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { supportContract } from '#/support/contract.ts'

const title = page.getByRole('heading', { level: 1 })
const tick = page.getByRole('checkbox', { name: 'Tell me when it opens' })

test('the page of a coming service names the service and never repeats the URL', async () => {
  await openPage('/become-pet-parent')
  await expect.element(title).toHaveTextContent(/^Coming soon: Become a Pet Parent$/)
  await visit('/coming-soon?service=insurance')
  await expect.element(title).toHaveTextContent(/^Coming soon: Insurance$/)
  await visit('/coming-soon?service=book-a-vet')
  await expect.element(title).toHaveTextContent(/^Already available: Find a Veterinarian$/)
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Find a Veterinarian' }))
    .toHaveAttribute('href', '/services/book-a-vet')
  await expectAccessible()
  await visit('/coming-soon?service=<b>free</b>+money')
  await expect.element(title).toHaveTextContent(/^This service is coming soon$/)
  expect(page.getByText('money').elements()).toHaveLength(0)
  await page.getByRole('link', { name: 'Back to the home page' }).click()
  await expect.poll(address).toBe('/')
})

test('an unknown service leads to the page of coming services, which doesn’t repeat its name', async () => {
  await openPage('/services/free-money')
  await expect.poll(address).toBe('/coming-soon?service=free-money')
  await expect.element(title).toHaveTextContent(/^This service is coming soon$/)
  expect(page.getByText('money').elements()).toHaveLength(0)
  await visit('/services/book-a-vet/by-car')
  await expect.poll(address).toBe('/')
})

test('an unknown path leads to the landing page', async () => {
  await openPage('/no/such/page')
  await expect.poll(address).toBe('/')
  await expect.element(title).toHaveTextContent(/^Put your pet at the heart of everything$/)
})

test('a member interested in a coming service ticks a box, which is empty while the choices load', async () => {
  signIn('Asha Verma')
  const load = holdBack(supportContract.wishes, { services: [] })
  await openPage('/insurance')
  await expect.element(tick).toBeDisabled()
  load()
  await expect.element(tick).toBeEnabled()
  await expect.element(tick).not.toBeChecked()
  const wished = answer(supportContract.wish)
  answer(supportContract.wishes, { services: ['/insurance'] })
  await tick.click()
  await expect.element(page.getByText('We’ll tell you.')).toBeVisible()
  await expect.element(tick).toBeChecked()
  expect(wished.inputs).toEqual([{ service: '/insurance', isWished: true }])
  await expectAccessible()
  await visit('/pawfectmatch')
  await expect.element(tick).toBeEnabled()
  await expect.element(tick).not.toBeChecked()
})

test('an interest that fails to save is undone, with an error', async () => {
  signIn('Ravi Kumar')
  answer(supportContract.wishes, { services: [] })
  lose(supportContract.wish)
  await openPage('/insurance')
  await expect.element(tick).toBeEnabled()
  await tick.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/^We couldn’t save that\. Please try again\.$/)
  await expect.element(tick).not.toBeChecked()
})
