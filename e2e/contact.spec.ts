import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const question = 'Bruno’s visit is on Monday. May I bring his brother too?'

async function writeMessage(page: Page): Promise<void> {
  await page.getByLabel('What’s it about?').selectOption('A booking')
  await page.getByLabel('Your message').fill(question)
}

test('a visitor writes a message and gets a reference', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: '+91 00000 04000' })).toBeVisible()
  await expect(page.getByRole('link', { name: '+910000004001' })).toHaveAttribute(
    'href',
    'https://wa.me/910000004001',
  )
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Asha Verma')
  await page.getByLabel('Email').fill('asha@example.org')
  await writeMessage(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send another message' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
})

test('missing fields are named, the first is focused, and a correction clears its error at once', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.getByRole('link', { name: '+91 00000 04000' }).waitFor()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expect(page.getByText('Please give an email address or a phone number.')).toBeVisible()
  await expect(page.getByText('Please write at least 20 characters.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Phone').fill('+91 98450 12345')
  await expect(page.getByText('Please give an email address or a phone number.')).toBeHidden()
})

test('a message that fails to send survives a reload until it is sent', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await page.goto('/contact')
  await page.getByRole('link', { name: '+91 00000 04000' }).waitFor()
  await page.getByLabel('Your name').fill('Asha Verma')
  await page.getByLabel('Phone').fill('+91 98450 12345')
  await writeMessage(page)
  await page.route('**/rpc/support/sendMessage', (route) => route.abort())
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert')).toHaveText('We couldn’t send your message. Please try again.')
  await page.unroute('**/rpc/support/sendMessage')
  await page.reload()
  await expect(page.getByLabel('Your message')).toHaveValue(question)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })).toBeVisible()
})

test('a logged-in user needn’t enter a name or an email', async ({ page }) => {
  const asha = await signUpByApi(page, 'Asha Verma')
  await page.goto('/contact')
  await expect(page.getByLabel('Your name')).toHaveValue(asha.name)
  await expect(page.getByLabel('Email')).toHaveValue(asha.email)
  await writeMessage(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })).toBeVisible()
})

test('help articles are found by search and by a direct link', async ({ page }) => {
  await page.goto('/help-support')
  await expectAccessible(page)
  const search = page.getByLabel('What do you need to know?')
  const cancelling = page.getByText('How do I cancel an appointment?')
  await search.fill('Cancel appointment')
  await expect(page.getByText(/^\d+ answers$/)).toBeVisible()
  await cancelling.click()
  await expect(page.getByText('You can cancel a confirmed appointment until it starts')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page).toHaveURL('/help-support#cancel-appointment')
  await expect(search).toHaveValue('')

  await page.goto('/help-support#refunds')
  await expect(page.getByText('you always get a full refund')).toBeInViewport()

  // An answer that isn't part of the page's first load.
  await search.fill('parcel send back')
  await page.getByText('How do I cancel or return an order?').click()
  await expect(page.getByText('Within 7 days after the delivery')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/help-support#autoship')
  await expect(page.getByText('every 1 to 12 weeks')).toBeInViewport()
  await page.getByRole('link', { name: 'My autoships' }).click()
  await expect(page).toHaveURL('/login')
})

test('a user who asks whether Pawfolk is down sees its status', async ({ page, expectConsole }) => {
  expectConsole(/status of 503|ERR_FAILED/)
  await page.goto('/help-support#status')
  const status = page.getByRole('region', { name: 'Is everything working right now?' })
  await expect(status.getByRole('status')).toHaveText('Everything is working.')
  const again = status.getByRole('button', { name: 'Look again' })
  await page.route('**/readyz', (route) => route.fulfill({ status: 503 }))
  await again.click()
  await expect(status.getByRole('status')).toContainText('We’re having trouble right now.')
  await page.unroute('**/readyz')
  await page.route('**/readyz', (route) => route.abort())
  await again.click()
  await expect(status.getByRole('status')).toContainText('We can’t reach our server from here.')
  await page.unroute('**/readyz')
  await again.click()
  await expect(status.getByRole('status')).toHaveText('Everything is working.')
})

test('a help search without results leads to the contact options', async ({ page }) => {
  await page.goto('/help-support')
  await page.getByLabel('What do you need to know?').fill('elephant seals')
  await expect(page.getByRole('heading', { name: 'No answer for “elephant seals”' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})
