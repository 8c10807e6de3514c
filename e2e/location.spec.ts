import type { Page, Request } from '@playwright/test'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const whitefield = { latitude: 12.971599, longitude: 77.750812 }
const line = (page: Page) => page.getByRole('main').getByRole('button', { name: /Change$/ })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Update Location' })
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

async function openDialog(page: Page) {
  await line(page).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('New location')).toBeFocused()
  return dialog
}

// The first look-up after the server's start reads all cities of the world, which takes a moment.
test.beforeAll(async ({ request }) => {
  expect((await request.get('/api/location/places?name=Pune', { timeout: 90_000 })).ok()).toBe(true)
})

test('after login, the user’s place is found, shown and saved, and only our server gets a rough position', async ({
  page,
}) => {
  await beAt(page, whitefield)
  const asked = await countQuestions(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Bengaluru, Karnataka, IndiaChange')
  await expectAccessible(page)
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

  await page.goto('/services')
  await expect(line(page)).toHaveText('Bengaluru, Karnataka, IndiaChange')
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(line(page)).toBeVisible()
  expect(await asked()).toBe(1)
})

test('the user’s place is offered as a filter for vets but not applied automatically', async ({ page }) => {
  await beAt(page, whitefield)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText(/^Bengaluru/)
  await page.goto('/services/book-a-vet')
  const inMumbai = page.getByText('Bandra West, Mumbai')
  await expect(inMumbai).toBeVisible()
  await page.getByRole('button', { name: 'Near Bengaluru' }).click()
  await expect(page).toHaveURL('/services/book-a-vet?location=Bengaluru')
  await expect(inMumbai).toBeHidden()
  await expect(page.getByText('Indiranagar, Bengaluru').first()).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Bengaluru')
  await expect(page.getByRole('button', { name: 'Near Bengaluru' })).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(inMumbai).toBeVisible()
})

test('a visitor isn’t asked for their place but can set one, and keeps it after login', async ({ page }) => {
  await beAt(page, whitefield)
  const asked = await countQuestions(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/services')
  await page.getByRole('button', { name: 'Set your location' }).click()
  await expectAccessible(page)
  const field = dialogOf(page).getByLabel('New location')
  await field.fill('mumbai')
  await field.press('Enter')
  await expect(line(page)).toHaveText('Mumbai, Maharashtra, IndiaChange')
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Mumbai, Maharashtra, IndiaChange')
  expect(await asked()).toBe(0)
})

test('the profile’s city is used when the browser gives no position, and PIN codes and areas are found', async ({
  page,
}) => {
  await signUpByApi(page, 'Asha Verma')
  const profile = { fullName: 'Asha Verma', city: 'Mysuru' }
  expect((await page.request.put('/api/owners/profile', { data: profile })).ok()).toBe(true)
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('MysuruChange')
  for (const typed of ['560038', 'Indiranagar, Bengaluru']) {
    const dialog = await openDialog(page)
    await dialog.getByLabel('New location').fill(typed)
    await dialog.getByLabel('New location').press('Enter')
    await expect(line(page)).toHaveText('Indiranagar, Bengaluru, Karnataka, IndiaChange')
  }
  await page.reload()
  await expect(line(page)).toHaveText('Indiranagar, Bengaluru, Karnataka, IndiaChange')
})

test('a user who denies geolocation isn’t asked again and can type a place instead', async ({ page }) => {
  const asked = await countQuestions(page)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Location unavailableChange')
  expect(await kept(page)).toMatchObject({ display: 'Location unavailable', error: 'Location access denied' })
  await page.reload()
  await expect(line(page)).toHaveText('Location unavailableChange')
  expect(await asked()).toBe(1)

  const dialog = await openDialog(page)
  await expect(dialog.getByRole('alert')).toContainText('Location access denied.')
  await expectAccessible(page)
  await dialog.getByLabel('New location').fill('  Pune ')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Location updated to Pune, Maharashtra, India.')).toBeVisible()
  await expect(line(page)).toHaveText('Pune, Maharashtra, IndiaChange')
  await expect(line(page)).toBeFocused()
  expect(await kept(page)).toMatchObject({ lat: 18.52, lon: 73.86, error: null })
})

test('geolocation times out after ten seconds, and a late answer still counts', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      sessionStorage.setItem('asked', '1')
      const coords = { latitude: 19.0728, longitude: 72.8826 }
      window.addEventListener('allowed', () => found({ coords } as GeolocationPosition))
    }
  })
  await page.clock.install()
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Detecting location...Change')
  expect(await kept(page)).toMatchObject({ display: 'Detecting location...', isLoading: true })
  // The ten seconds start when the browser is asked, which happens after a request to our server.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('asked'))).toBe('1')
  await page.clock.fastForward(10_000)
  await expect(line(page)).toHaveText('Location unavailableChange')
  expect(await kept(page)).toMatchObject({ error: 'Location request timed out', isLoading: false })
  await page.evaluate(() => window.dispatchEvent(new Event('allowed')))
  await expect(line(page)).toHaveText('Mumbai, Maharashtra, IndiaChange')
})

test('a browser without geolocation is told so, and the dialog works', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined, configurable: true }),
  )
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Location not supportedChange')
  expect(await kept(page)).toMatchObject({
    display: 'Location not supported',
    error: 'Location not supported',
  })
  const dialog = await openDialog(page)
  await dialog.getByLabel('New location').fill('Kochi')
  await dialog.getByRole('button', { name: 'Update Location' }).click()
  await expect(line(page)).toHaveText('Kochi, Kerala, IndiaChange')
})

test('a failed location look-up shows an error, and a second try works', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await beAt(page, whitefield)
  await signUpByApi(page, 'Asha Verma')
  await page.route('**/rpc/location/placeAt', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Location unavailableChange')
  expect(await kept(page)).toMatchObject({ error: 'Failed to fetch location data' })

  const dialog = await openDialog(page)
  await page.unroute('**/rpc/location/placeAt')
  await page.route('**/rpc/location/placeAt', (route) =>
    route.fulfill({
      status: 500,
      json: { json: { code: 'INTERNAL_SERVER_ERROR', status: 500, message: '' } },
    }),
  )
  const detect = dialog.getByRole('button', { name: 'Use my current location' })
  await detect.click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to load location data.')
  await page.unroute('**/rpc/location/placeAt')
  await detect.click()
  await expect(dialog).toBeHidden()
  await expect(line(page)).toHaveText('Bengaluru, Karnataka, IndiaChange')
})

test('a place is required, may be ambiguous, and is saved as typed if unknown', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText(/^Location unavailable/)
  const dialog = await openDialog(page)
  const field = dialog.getByLabel('New location')
  await field.fill('   ')
  await dialog.getByRole('button', { name: 'Update Location' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Please enter a location')
  await field.fill('Springfield')
  await expect(field).not.toHaveAccessibleDescription('Please enter a location')
  await dialog.getByRole('button', { name: 'Update Location' }).click()
  await expect(dialog.getByRole('button', { name: /^Springfield, / })).toHaveCount(5)
  await expect(dialog.getByRole('button', { name: /^Springfield, / }).first()).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(line(page)).toHaveText(/^Location unavailable/)

  await line(page).click()
  await expect(field).toHaveValue('Springfield')
  await dialog.getByRole('button', { name: 'Springfield, Illinois, United States' }).click()
  await expect(line(page)).toHaveText('Springfield, Illinois, United StatesChange')

  await openDialog(page)
  await field.fill('Behind the old banyan tree')
  await dialog.getByRole('button', { name: 'Update Location' }).dblclick()
  await expect(page.getByText('We couldn’t find “Behind the old banyan tree” on the map')).toBeVisible()
  expect(await kept(page)).toMatchObject({ display: 'Behind the old banyan tree', city: null, lat: null })
  await openDialog(page)
  await expect(
    dialog.getByText('Saved as you wrote it, because we couldn’t find it on the map.'),
  ).toBeVisible()
})

test('a failed look-up loses nothing typed', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  const dialog = await openDialog(page)
  await page.route('**/rpc/location/placesNamed', (route) => route.abort())
  await dialog.getByLabel('New location').fill('Pune')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Failed to fetch location data.')
  await expect(dialog.getByLabel('New location')).toHaveValue('Pune')
  await page.unroute('**/rpc/location/placesNamed')
  await dialog.getByRole('button', { name: 'Update Location' }).click()
  await expect(line(page)).toHaveText('Pune, Maharashtra, IndiaChange')
})

test('logging out clears the place, and the next login finds it again', async ({ page }) => {
  const asked = await countQuestions(page)
  await beAt(page, whitefield)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText(/^Bengaluru/)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => kept(page)).toBeNull()

  await page.context().setGeolocation({ latitude: 18.5204, longitude: 73.8567 })
  await signUpByApi(page, 'Ravi Rao')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText('Pune, Maharashtra, IndiaChange')
  expect(await asked()).toBe(2)
})

test('the place is looked up again when a user logs in after their session expired', async ({ page }) => {
  await beAt(page, whitefield)
  const { email, password } = await signUpByApi(page, 'Asha Verma')
  await page.goto('/services')
  await expect(line(page)).toHaveText(/^Bengaluru/)
  await page.reload()
  await expect(line(page)).toHaveText(/^Bengaluru/)

  await page.context().clearCookies()
  await page.context().setGeolocation({ latitude: 18.5204, longitude: 73.8567 })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(line(page)).toHaveText(/^Pune/)
})

test('a place set in one tab shows in the other', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  await expect(line(page)).toHaveText(/^Location unavailable/)
  const other = await page.context().newPage()
  await other.goto('/services')
  await expect(line(other)).toHaveText(/^Location unavailable/)
  const dialog = await openDialog(page)
  await dialog.getByLabel('New location').fill('Chennai')
  await page.keyboard.press('Enter')
  await expect(line(other)).toHaveText('Chennai, Tamil Nadu, IndiaChange')
})

test('a long place name fits a narrow phone', { tag: '@phone-only' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/dashboard')
  const dialog = await openDialog(page)
  await dialog.getByLabel('New location').fill(`Llan${'fairpwllgwyngyll'.repeat(8)}`)
  await page.keyboard.press('Enter')
  await expect(line(page)).toHaveText(/^Llanfair/)
  for (const look of [() => line(page).click(), () => page.keyboard.press('Escape')]) {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await look()
  }
  await expectAccessible(page)
})
