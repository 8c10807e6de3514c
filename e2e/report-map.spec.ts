import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoViolations, signUpByApi, test } from './fixture.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'

/** Each story, width and try has a town of its own, so that no other report joins its pins. */
const towns = [
  { name: 'Aizawl', lat: 23.73, lon: 92.72 },
  { name: 'Kohima', lat: 25.67, lon: 94.11 },
  { name: 'Agartala', lat: 23.84, lon: 91.28 },
  { name: 'Itanagar', lat: 27.1, lon: 93.62 },
  { name: 'Gangtok', lat: 27.33, lon: 88.61 },
  { name: 'Shillong', lat: 25.57, lon: 91.88 },
  { name: 'Srinagar', lat: 34.09, lon: 74.81 },
  { name: 'Jaisalmer', lat: 26.92, lon: 70.92 },
]
const ownTown = (story: 0 | 1) => {
  const { project, retry } = test.info()
  return towns[story * 4 + (project.name === 'phone' ? 2 : 0) + (retry % 2)]!
}
type Town = ReturnType<typeof ownTown>

async function reportFound(page: Page, petName: string, town: Town, east: number) {
  const { baseURL } = test.info().project.use
  const answer = await page.request.post('/api/pet-reports', {
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

test('a visitor sees on a map where pets were found, comes closer, and chooses one', {
  tag: '@both',
}, async ({ page, browser, isMobile }) => {
  const town = ownTown(0)
  const finder = await browser.newContext()
  const theirs = await finder.newPage()
  await signUpByApi(theirs, 'Tara Bose')
  for (const [name, east] of [
    ['Pepper', 0],
    ['Salt', 0.004],
    ['Saffron', 0.08],
  ] as const)
    await reportFound(theirs, name, town, east)
  await finder.close()

  await page.goto('/pet-reports?tab=found')
  await beIn(page, town.name)
  if (isMobile) {
    await page.getByRole('button', { name: 'Show map' }).click()
    await expect(page).toHaveURL(/view=map/)
    await page.reload()
  }
  const map = page.getByRole('region', { name: 'Map of reports' })
  await expect(map.getByRole('button', { name: `Saffron, ${town.name}` })).toBeVisible()
  await expect(map.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()
  // On a desktop, the map stands beside the list.
  await expectNoViolations(page)

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
  await expectAccessible(page)
  await chosen.getByRole('link', { name: 'Pepper' }).click()
  await expect(page.getByRole('heading', { name: 'Where it was found' })).toBeVisible()
  await expect(page.getByRole('region', { name: `Map of ${town.name}` })).toBeVisible()
  await expect(page.getByText('Somewhere in the circle.')).toBeVisible()
  await expectAccessible(page)
})

test('a finder sets the place by a pin, which others see as a circle', async ({ page }) => {
  const town = ownTown(1)
  await signUpByApi(page, 'Omar Khan')
  await page.goto('/pet-reports/create?status=found')
  await page.getByLabel('Where did you find it?').fill(town.name)
  await page.getByRole('button', { name: 'Find place' }).click()
  await expect(page.getByText('We know where this is')).toBeVisible()
  await page.getByRole('button', { name: 'Correct the place on a map' }).click()
  const map = page.getByRole('region', { name: 'Map to choose the place' })
  const pin = map.getByRole('button', { name: 'The place. Press the map to move it.' })
  await expect(pin).toBeVisible()
  await expectAccessible(page)
  await map.click({ position: { x: 200, y: 250 } })
  await expect(page.getByLabel('Where did you find it?')).toHaveValue(new RegExp(`^${town.name}`))
  await page.getByRole('radio', { name: 'Dog' }).check({ force: true })
  const anHourAgo = await page.evaluate(() => {
    const at = new Date(Date.now() - 3_600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  })
  await page.getByLabel('When did you find it?').fill(anHourAgo)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('Only you see the pin. Others see the circle.')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { own, position } = await (await page.request.get(`/api/pet-reports/${id}`)).json()
  const km = Math.hypot((own.position.lat - town.lat) * 111, (own.position.lon - town.lon) * 100)
  expect(km).toBeGreaterThan(0.1)
  expect(km).toBeLessThan(6)
  expect(Math.abs(own.position.lat - position.lat)).toBeLessThan(0.0016)
})

test.describe('without map images', () => {
  let app: OwnApp
  test.beforeAll(async () => {
    app = await startOwnApp(test.info().outputDir, { SEED: 'demo' })
  })
  test.afterAll(async () => {
    await app.end()
  })

  test('the list tells how far away and in which direction pets are missing', async ({ page }) => {
    await page.goto(`${app.url}/pet-reports`)
    await expect(page.getByText('Choose your location above to see who is missing near you.')).toBeVisible()
    await beIn(page, 'Bengaluru')
    await page.getByRole('button', { name: /^Misty, about \d+ km away, south/ }).click()
    const chosen = page.getByRole('region', { name: 'Chosen on the map' })
    await expect(chosen.getByRole('link')).toContainText('Misty')
    await expectAccessible(page)
    await page.getByLabel('Distance').selectOption({ label: 'Within 5 km' })
    await expect(page.getByText(/No lost pets within 5 km\.|You are in the middle/)).toBeVisible()
    await page.getByRole('tab', { name: 'Found' }).click()
    await expect(
      page
        .getByRole('button', { name: /^Found dog, about/ })
        .or(page.getByText('No found pets within 5 km.')),
    ).toBeVisible()
  })
})
