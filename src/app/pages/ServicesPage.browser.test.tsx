import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'

test('coming services are marked on the services page, and their whole cards are links', async () => {
  await openPage('/services')
  const cardOf = (name: RegExp) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  const insurance = cardOf(/^Insurance/)
  await expect.element(insurance).toHaveTextContent('Soon')
  const vets = cardOf(/Veterinarian/)
  await expect.element(vets).not.toHaveTextContent('Soon')
  await expect.element(vets.getByRole('link', { name: 'Book: Find a Veterinarian' })).toBeVisible()
  await insurance.click({ position: { x: 12, y: 12 } })
  await expect.poll(address).toBe('/insurance')
  await page.getByRole('link', { name: 'See what’s available today' }).click()
  await expect.poll(address).toBe('/services')
})
