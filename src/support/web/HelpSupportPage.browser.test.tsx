import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, answerAt } from '#/app/testing/browser/answers.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { supportContract } from '#/support/contract.ts'

const search = page.getByLabelText('What do you need to know?')

test('help articles are found by search and by a direct link', async () => {
  await openPage('/help-support')
  await expectAccessible()
  await search.fill('Cancel appointment')
  await expect.element(page.getByText(/^\d+ answers$/)).toBeVisible()
  await page.getByText('How do I cancel an appointment?').click()
  await expect.element(page.getByText('You can cancel a confirmed appointment until it starts')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Link to this answer' }).click()
  await expect.poll(() => address() + location.hash).toBe('/help-support#cancel-appointment')
  await expect.element(search).toHaveValue('')

  await openPage('/help-support#refunds')
  await expect.element(page.getByText('you always get a full refund')).toBeInViewport()

  // An answer that isn't part of the page's first load.
  await search.fill('parcel send back')
  await page.getByText('How do I cancel or return an order?').click()
  await expect.element(page.getByText('Within 7 days after the delivery')).toBeVisible()
  await expectAccessible()
  await openPage('/help-support#autoship')
  await expect.element(page.getByText('every 1 to 12 weeks')).toBeInViewport()
  await page.getByRole('link', { name: 'My autoships' }).click()
  await expect.poll(address).toBe('/login')
})

test('a user who asks whether Pawfolk is down sees its status', async () => {
  answerAt('/readyz', () => new Response('ok'))
  await openPage('/help-support')
  await visit('/help-support#status')
  const region = page.getByRole('region', { name: 'Is everything working right now?' })
  const status = region.getByRole('status')
  const again = region.getByRole('button', { name: 'Look again' })
  await expect.element(status).toHaveTextContent(/^Everything is working\.$/)
  answerAt('/readyz', () => new Response('no', { status: 503 }))
  await again.click()
  await expect.element(status).toHaveTextContent('We’re having trouble right now.')
  answerAt('/readyz', () => Response.error())
  await again.click()
  await expect.element(status).toHaveTextContent('We can’t reach our server from here.')
  answerAt('/readyz', () => new Response('ok'))
  await again.click()
  await expect.element(status).toHaveTextContent(/^Everything is working\.$/)
})

test('a help search without results leads to the contact options', async () => {
  answer(supportContract.operator, {
    name: 'Pawfolk',
    email: null,
    phone: null,
    whatsapp: null,
    address: null,
    hours: null,
    grievanceOfficer: null,
  })
  await openPage('/help-support')
  await search.fill('elephant seals')
  await expect.element(page.getByRole('heading', { name: 'No answer for “elephant seals”' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect.poll(address).toBe('/contact')
})
