import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'

const question = 'Bruno’s visit is on Monday. May I bring his brother too?'

async function writeMessage(page: Page): Promise<void> {
  await page.getByLabel('What’s it about?').selectOption('A booking')
  await page.getByLabel('Your message').fill(question)
}

test('a visitor finds a help article, writes a message and gets a reference, also after a reload', async ({
  page,
}) => {
  await page.goto('/help-support#refunds')
  await expect(page.getByText('you always get a full refund')).toBeInViewport()
  const search = page.getByLabel('What do you need to know?')
  await search.fill('parcel send back')
  await page.getByText('How do I cancel or return an order?').click()
  await expect(page.getByText('Within 7 days after the delivery')).toBeVisible()
  await page.goto('/help-support#status')
  const status = page.getByRole('region', { name: 'Is everything working right now?' })
  await expect(status.getByRole('status')).toHaveText('Everything is working.')

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('link', { name: '+91 00000 04000' })).toBeVisible()
  await page.getByLabel('Your name').fill('Asha Verma')
  await page.getByLabel('Email').fill('asha@example.org')
  await writeMessage(page)
  await page.reload()
  await expect(page.getByLabel('Your message')).toHaveValue(question)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: /^Thanks\. Reference \d+$/ })).toBeFocused()
  await expectAccessible(page)
})
