import { makePlace } from '#/emergency/server/factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { expectByKeyboard } from './keyboard.ts'

test('a visitor sees the numbers to call first, and six ways to help', async ({ page }) => {
  await page.goto('/emergency-services')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emergency help')
  const call = page.getByRole('link', { name: /^Call .*PETA India/ })
  await expect(call).toHaveAttribute('href', 'tel:+919820122602')
  await expect(call).toBeInViewport()
  expect((await call.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const ways = page.getByRole('navigation', { name: 'Emergency help' }).getByRole('link')
  await expect(ways.getByRole('strong')).toHaveText([
    /^Vets/,
    /^Poison/,
    /^First aid/,
    /^Report/,
    /^Shelters/,
    /^Ambulance/,
  ])
})

test('an unknown page below /emergency shows the main page', async ({ page }) => {
  await page.goto('/emergency/dragons')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emergency help')
  await expect(page).toHaveURL('/emergency/dragons')
})

test('first aid opens by keyboard, and names its sources', async ({ page }) => {
  await page.goto('/emergency/first-aid')
  const cards = page.getByRole('group')
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText([
    'Bleeding',
    'Choking',
    'Heat stroke',
    'Seizure',
    'Snake bite',
    'Burns',
    'Road accident',
    'Bloat',
  ])
  const heat = page.locator('#heat-stroke')
  await heat.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(heat.getByText('Cool first, then travel.')).toBeVisible()
  await expect(heat.getByRole('link', { name: 'How to aid a dog with heatstroke' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/emergency-services')
  await page.goto('/emergency/first-aid#bloat')
  await expect(page.getByText('Call a clinic that can operate')).toBeVisible()
})

test('the summary of a poisoning is copied or sent by WhatsApp, and nothing of it reaches us', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/emergency/poison')
  await expect(page.getByText('Don’t make your pet vomit.')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByRole('combobox', { name: 'Animal' }).selectOption('Dog')
  await page.getByLabel('Weight in kg, about').fill('12')
  await page.getByLabel('What did it eat, drink or touch?').fill('brodifacoum')
  await page.getByLabel('When?').fill('20 minutes ago')
  const summary = page.getByRole('region', { name: 'Read this out' })
  await expect(summary.getByRole('definition')).toHaveText([
    'Dog',
    '12 kg',
    'brodifacoum',
    'not known',
    '20 minutes ago',
    'not known',
  ])
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(
    /^My pet may have been poisoned\.\nAnimal: Dog\nWeight: 12 kg\n(?:.*\n)+Written at \d\d:\d\d$/,
  )
  const link = page.getByRole('link', { name: 'Send by WhatsApp' })
  expect(decodeURIComponent((await link.getAttribute('href'))!)).toContain('What it had: brodifacoum')
  expect(sent.filter((request) => request.includes('brodifacoum'))).toEqual([])
  await expectAccessible(page)
})

test('once opened, the emergency pages open without a network', async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const ahead = page.waitForResponse(/FirstAidPage-.*\.js/)
  await page.goto('/emergency-services')
  await (await ahead).finished()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: /^First aid/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First aid')
  await page.getByRole('heading', { name: 'Snake bite' }).click()
  await expect(page.getByText('Keep your pet as still as you can.')).toBeVisible()
})

test('with a place, the nearest clinic comes first; without a network, the last list stays', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await page.goto('/emergency-services')
  await expect(page.getByText('Set your location above')).toBeVisible()
  await page.getByRole('button', { name: 'Set your location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Bengaluru')
  await page.keyboard.press('Enter')
  // The first look-up after a start reads the cities.
  await expect(dialog).toBeHidden({ timeout: 20_000 })
  const call = page.getByRole('link', { name: /^Call .*Night and Day Animal Hospital/ })
  await expect(call).toHaveAttribute('href', 'tel:+910000077001')
  await expect(page.getByRole('link', { name: /^Call .*City Animal Helpline/ })).toBeVisible()
  await page.getByRole('link', { name: 'All clinics near you' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vets')
  const old = page.getByRole('listitem').filter({ hasText: 'Whitefield Small Animal Clinic' })
  await expect(old.getByText('It may have changed since.')).toBeVisible()
  await expect(old.getByRole('link', { name: /^Directions to/ })).toHaveAttribute(
    'href',
    /destination=12.9877/,
  )
  await expect(page.getByRole('heading', { name: 'Helplines' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tell us about it' })).toHaveAttribute('href', '/contact')
  await expectAccessible(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Emergency help' }).click()
  await page.getByRole('link', { name: 'All clinics near you' }).click()
  await expect(page.getByText('We can’t be reached. This list is from')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Call .*Jayanagar Pet Clinic/ })).toBeVisible()
  await expect(page.getByText('Open now', { exact: true })).toHaveCount(0)
})

test('without a place, the numbers that administrators keep for the whole country are there', async ({
  page,
}) => {
  const name = `National Line ${crypto.randomUUID().slice(0, 6)}`
  await inDatabase((db) =>
    makePlace(db, { kind: 'helpline', name, city: null, phone: '+91 00000 77099' }, new Date()),
  )
  try {
    await page.goto('/emergency/vets')
    await expect(page.getByText('Set your location to see who’s near you.')).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(`^Call .*${name}`) })).toBeVisible()
    await expectAccessible(page)
  } finally {
    // Otherwise every emergency page keeps showing it.
    await inDatabase((db) => db.deleteFrom('emergency_places').where('name', '=', name).execute())
  }
})

test('a place without entries still has the numbers of the country', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'userLocation',
      JSON.stringify({ city: 'Leh', display: 'Leh, Ladakh, India', lat: 34.16, lon: 77.58, how: 'chosen' }),
    ),
  )
  await page.goto('/emergency/ambulance')
  await expect(page.getByText('We don’t know an animal ambulance near here yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Call .*PETA India/ })).toBeVisible()
  await page.goto('/emergency-services')
  await expect(
    page.getByText('We don’t know a clinic near Leh, Ladakh, India that’s open now.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Know one? Tell us.' })).toHaveAttribute('href', '/contact')
})

const bengaluru = { city: 'Bengaluru', display: 'Bengaluru', lat: 12.97, lon: 77.59, how: 'chosen' }

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  for (const path of [
    '/emergency-services',
    '/emergency/vets',
    '/emergency/poison',
    '/emergency/first-aid',
    '/emergency/report',
    '/emergency/report/status',
    '/emergency/shelters',
    '/emergency/ambulance',
  ])
    test(`${path} is used by keyboard alone, and has no barriers`, async ({ page, expectConsole }) => {
      // Nobody follows a report here.
      if (path.endsWith('status')) expectConsole(/followInjured/)
      await page.addInitScript(
        (place) => localStorage.setItem('userLocation', JSON.stringify(place)),
        bengaluru,
      )
      const answered = page.waitForResponse('/rpc/emergency/directory').catch(() => undefined)
      await page.goto(path)
      if (!path.includes('report')) await answered
      for (const summary of await page.locator('main summary').all()) {
        await summary.focus()
        await page.keyboard.press('Enter')
      }
      await expectAccessible(page)
      await expectByKeyboard(page)
    })
})

test('a visitor’s phone is two taps from a number to call, from the landing page and the login', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'See who to call now' }).first().click()
    const call = page.getByRole('link', { name: /^Call .*PETA India/ })
    await expect(call).toHaveAttribute('href', /^tel:\+?\d+$/)
    await expectAccessible(page)
  }
})

test('a member finds their vet’s number and what the vet will ask, at 320 px too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/emergency-services')
  const own = page.getByRole('region', { name: 'Your vets and pets' })
  await expect(own.getByRole('link', { name: 'Add your pet' })).toBeVisible()
  const { user } = await read<{ user: { records: Record<string, string> } }>(page, '/me')
  const { id } = await inDatabase((db) =>
    makePet(db, {
      ownerId: user.records['pet_owner']!,
      name: 'Bruno',
      breed: 'Beagle',
      sizeLbs: 26.5,
      facts: { microchip: `9${String(Date.now()).padStart(14, '0')}`, allergies: 'Penicillin', sex: 'male' },
    }),
  )
  await page.reload()
  await own.getByRole('link', { name: 'Bruno’s page' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bruno/)
  await inDatabase((db) =>
    db
      .updateTable('pets')
      .set({ vet_name: 'Jayanagar Pet Clinic', vet_phone: '080 2222 0001' })
      .where('id', '=', id)
      .execute(),
  )
  await page.goto('/emergency-services')
  await expect(own.getByRole('link', { name: /^Call .*Jayanagar Pet Clinic/ })).toBeVisible()
  await own.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(own.getByRole('definition')).toHaveText([
    'Penicillin',
    '12 kg (26.5 lb)',
    'Male',
    /^9\d\d( \d{3}){4}$/,
  ])
  await expectAccessible(page)
  await expectByKeyboard(page)
})
