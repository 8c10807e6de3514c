import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

/** Each try has a town of its own, so that no other report joins its pins. */
const towns = [
  { name: 'Aizawl', lat: 23.73, lon: 92.72 },
  { name: 'Kohima', lat: 25.67, lon: 94.11 },
]
type Town = (typeof towns)[number]

async function reportFound({ request }: Session, petName: string, town: Town, east: number) {
  const { baseURL } = test.info().project.use
  const answer = await request.post('/api/pet-reports', {
    headers: { origin: new URL(baseURL!).origin },
    data: {
      status: 'found',
      petName,
      species: 'cat',
      seenAt: new Date(Date.now() - 3_600_000).toISOString(),
      place: { area: town.name, position: { lat: town.lat, lon: town.lon + east } },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function beIn(page: Page, town: string) {
  await page.getByRole('button', { name: 'Set your location' }).click()
  const field = page.getByRole('dialog', { name: 'Update Location' }).getByLabel('New location')
  await field.fill(town)
  await field.press('Enter')
}

test('a visitor sees on a map where pets were found, comes closer, and chooses one', async ({
  page,
  openSession,
}) => {
  const town = towns[test.info().retry % 2]!
  const theirs = await openSession()
  await signUpByApi(theirs, 'Tara Bose')
  for (const [name, east] of [
    ['Pepper', 0],
    ['Salt', 0.004],
    ['Saffron', 0.08],
  ] as const)
    await reportFound(theirs, name, town, east)

  await page.goto('/pet-reports?tab=found')
  await beIn(page, town.name)
  const map = page.getByRole('region', { name: 'Map of reports' })
  await expect(map.getByRole('button', { name: `Saffron, ${town.name}` })).toBeVisible()
  await expect(map.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()
  const alone = map.getByRole('button', { name: `Pepper, ${town.name}` })
  await expect(alone).toBeHidden()
  // Each press comes two steps closer, until they are apart.
  await expect(async () => {
    if (!(await alone.isVisible()))
      await map.getByRole('button', { name: '2 reports' }).press('Enter', { timeout: 2000 })
    await expect(alone).toBeVisible({ timeout: 2000 })
  }).toPass()
  await alone.press('Enter')
  const chosen = page.getByRole('region', { name: 'Chosen on the map' })
  await expect(chosen).toContainText('Pepper')
  await chosen.getByRole('link', { name: 'Pepper' }).click()
  await expect(page.getByRole('heading', { name: 'Where it was found' })).toBeVisible()
  await expect(page.getByRole('region', { name: `Map of ${town.name}` })).toBeVisible()
  await expect(page.getByText('Somewhere in the circle.')).toBeVisible()
  await expectAccessible(page)
})
