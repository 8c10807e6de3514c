import type { Page, Request } from '@playwright/test'
import { expect, signUpByApi, test } from './fixture.ts'

const whitefield = { latitude: 12.971599, longitude: 77.750812 }
const line = (page: Page) => page.getByRole('main').getByRole('button', { name: /Change$/ })
const kept = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('userLocation') ?? 'null') as Record<string, unknown> | null,
  )

async function beAt(page: Page, position: typeof whitefield): Promise<void> {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation(position)
}

/** Counts how often this tab's pages ask for the position from now on. */
async function countQuestions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...how) => {
      sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked')) + 1))
      ask(...how)
    }
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('asked')))
}

// The first look-up after the server's start reads all cities of the world, which takes a moment.
test.beforeAll(async ({ request }) => {
  expect((await request.get('/api/location/places?name=Pune', { timeout: 90_000 })).ok()).toBe(true)
})

test('after login, the user’s place is found, shown and saved, only our server gets a rough position, and logging out clears it', async ({
  page,
}) => {
  await beAt(page, whitefield)
  const asked = await countQuestions(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Bengaluru, Karnataka, IndiaChange')
  expect(await kept(page)).toMatchObject({
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    display: 'Bengaluru, Karnataka, India',
    isLoading: false,
    error: null,
    lat: 12.97,
    lon: 77.75,
  })
  const lookUps = requests.filter((request) => request.url().includes('/location/placeAt'))
  expect(lookUps.map((request) => [request.method(), request.postDataJSON()])).toEqual([
    ['POST', { json: { lat: 12.97, lon: 77.75 } }],
  ])
  const { origin } = new URL(page.url())
  // Searches carry the rough position, which is all that our server gets.
  for (const request of requests) expect(request.url()).not.toMatch(/12\.971|77\.7508/)
  expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([origin]))

  // The nearest come first, and nobody is left out.
  await page.goto('/services/book-a-vet')
  const cards = page.getByRole('article')
  await expect(page.getByText(/nearest first$/)).toBeVisible()
  await expect(cards.first()).toContainText(/Bengaluru · about \d+ km away/)
  await expect(page.getByText(/Bandra West, Mumbai · about \d+ km away/)).toBeVisible()
  expect(await asked()).toBe(1)
  // Later requests of this page would be refused after the logout.
  await page.waitForLoadState('networkidle')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => kept(page)).toBeNull()
  await page.context().setGeolocation({ latitude: 18.5204, longitude: 73.8567 })
  await signUpByApi(page, 'Ravi Rao')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Pune, Maharashtra, IndiaChange')
  expect(await asked()).toBe(2)
})

test('the profile’s city is used when the browser gives no position, and PIN codes and areas are found', async ({
  page,
}) => {
  await signUpByApi(page, 'Asha Verma')
  const profile = { fullName: 'Asha Verma', city: 'Mysuru' }
  expect((await page.request.put('/api/owners/profile', { data: profile })).ok()).toBe(true)
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('MysuruChange')
  const field = page.getByRole('dialog', { name: 'Update Location' }).getByLabel('New location')
  for (const typed of ['560038', 'Indiranagar, Bengaluru']) {
    await line(page).click()
    await expect(field).toBeFocused()
    await field.fill(typed)
    await field.press('Enter')
    await expect(line(page)).toHaveText('Indiranagar, Bengaluru, Karnataka, IndiaChange')
  }
  await page.reload()
  await expect(line(page)).toHaveText('Indiranagar, Bengaluru, Karnataka, IndiaChange')
})
