import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const portrait = async () => ({
  name: 'misty.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp(await readFile('public/portraits/misty.svg'))
    .resize(640, 480, { fit: 'cover' })
    .jpeg()
    .toBuffer(),
})

test.beforeEach(({ expectConsole }) => {
  // Playwright's recorder fetches the photo's preview; the page itself doesn't.
  expectConsole(/^Connecting to 'blob:/)
})

test('an owner reports a lost cat, a neighbour sees it, and it comes home', async ({ page, browser }) => {
  const { name } = await signUpByApi(page, 'Tara Bose')
  await page.goto('/pet-reports')
  await page.getByRole('main').getByRole('link', { name: 'Report a pet' }).first().click()
  await page.getByLabel('Add a photo').setInputFiles(await portrait())
  await page.getByLabel('Name').fill('Misty')
  await page.getByRole('radio', { name: 'Cat' }).check({ force: true })
  const anHourAgo = await page.evaluate(() => {
    const at = new Date(Date.now() - 3_600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  })
  await page.getByLabel('When was it last seen?').fill(anHourAgo)
  await page.getByLabel('Where was it last seen?').fill('Indiranagar, Bengaluru')
  await page.getByLabel('A secret mark').fill('One white whisker')

  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const choice = page
    .getByRole('group', { name: /several places/ })
    .getByRole('button')
    .first()
  const shown = page.getByRole('heading', { name: 'Misty' })
  await expect(choice.or(shown)).toBeVisible()
  if (await choice.isVisible()) {
    await choice.click()
    await page.getByRole('button', { name: 'Report', exact: true }).click()
  }
  await expect(shown).toBeVisible()
  const flyer = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Flyer to print' }).click()
  expect((await flyer).suggestedFilename()).toBe('lost-flyer.pdf')
  await expect(page).toHaveURL(/\/pet-reports\/[0-9a-f-]{36}$/)
  await expect(page.getByText('One white whisker')).toBeVisible()
  await expectAccessible(page)
  const path = new URL(page.url()).pathname

  const neighbour = await browser.newContext()
  const theirs = await neighbour.newPage()
  await signUpByApi(theirs, 'Omar Khan')
  await theirs.goto(path.replace('/pet-reports/', '/pet-report/'))
  await expect(theirs.getByRole('heading', { name: 'Misty' })).toBeVisible()
  await expect(theirs.getByText(`by ${name.split(' ')[0]}`)).toBeVisible()
  await expect(theirs.getByText('One white whisker')).toHaveCount(0)
  await theirs.getByRole('button', { name: 'I saw this pet' }).click()
  const dialog = theirs.getByRole('dialog', { name: 'I saw this pet' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByLabel('Where?')).toBeFocused()
  await dialog.getByLabel('Where?').fill('Behind the bakery on 9th Main')
  await expectAccessible(theirs)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(theirs.getByText('Omar saw this pet')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Following' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Behind the bakery on 9th Main')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByText('How to recognise your pet').click()
  await page.getByLabel('Collar or harness').fill('Coral, with a bell')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Coral, with a bell')).toBeVisible()
  await page.getByRole('button', { name: 'My pet is home' }).click()
  await page.getByRole('button', { name: 'Yes, close the report' }).click()
  await expect(page.getByText('Misty is home.', { exact: false })).toBeVisible()
  await expect(page.getByText('Home again', { exact: true })).toBeVisible()

  await theirs.reload()
  await expect(theirs.getByText('This pet is home again.', { exact: false })).toBeVisible()
  await neighbour.close()
})

test('a helper and the reporter write to each other', async ({ page, browser }) => {
  await signUpByApi(page, 'Tara Bose')
  const answer = await page.request.post('/api/pet-reports', {
    data: {
      status: 'found',
      species: 'cat',
      petName: 'Misty',
      seenAt: new Date().toISOString(),
      place: { area: 'Indiranagar, Bengaluru' },
    },
  })
  const { id } = await answer.json()
  const helper = await browser.newContext()
  const theirs = await helper.newPage()
  await signUpByApi(theirs, 'Omar Khan')
  await theirs.goto(`/pet-reports/${id}?openMessages=true`)
  const dialog = theirs.getByRole('dialog', { name: 'Message Tara' })
  const field = dialog.getByLabel('Your message')
  await field.fill('Is it mine? She has one white whisker.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const thread = theirs.getByRole('dialog', { name: 'Tara' })
  await expect(thread.getByText('Is it mine?', { exact: false })).toBeVisible()
  await expect(thread.getByText('About Misty')).toBeVisible()
  await thread.getByRole('button', { name: 'Close' }).click()
  await expect(theirs.getByRole('button', { name: 'Message Tara' })).toBeVisible()

  // The reporter comes from the bell; with one thread, it opens at once.
  await page.goto(`/pet-report/${id}?openMessages=true`)
  const own = page.getByRole('dialog', { name: 'Omar' })
  await expect(own.getByText('Is it mine?', { exact: false })).toBeVisible()
  await own.getByLabel('Message to Omar').fill('Yes! On which side?')
  await own.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(own.getByText('Yes! On which side?')).toBeVisible()
  await own.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expectAccessible(page)
  await helper.close()
})

test('a neighbour hears of a lost rabbit without a reload, finds it, and its owner sees that they match', async ({
  page,
  browser,
}) => {
  // A second try uses another place and name, so that the first one’s reports don’t match.
  const { retry } = test.info()
  const petName = `Cotton ${retry}`
  const place = [
    { area: 'Imphal, Manipur', position: { lat: 24.808, lon: 93.944 } },
    { area: 'Dibrugarh, Assam', position: { lat: 27.48, lon: 94.91 } },
  ][retry % 2]!
  const bellOf = (one: Page) => one.getByRole('button', { name: /^Notifications/ })
  const { origin } = new URL(test.info().project.use.baseURL!)
  const live = { timeout: 20_000 }

  const neighbour = await browser.newContext()
  const theirs = await neighbour.newPage()
  await signUpByApi(theirs, 'Omar Khan')
  const saved = await theirs.request.put('/api/pet-alerts', { headers: { origin }, data: place })
  expect(saved.ok(), await saved.text()).toBe(true)
  const stream = theirs.waitForResponse('**/live/stream?*')
  await theirs.goto('/pet-reports?within=all&species=rabbit')
  expect((await stream).status()).toBe(200)
  await expect(bellOf(theirs)).toHaveAccessibleName('Notifications')

  await signUpByApi(page, 'Tara Bose')
  const seenAt = new Date(Date.now() - 3_600_000).toISOString()
  const facts = {
    species: 'rabbit',
    breed: 'Angora',
    colours: 'White',
    sex: 'female',
    size: 'small',
    seenAt,
    place,
  }
  const body = { json: { status: 'lost', petName, ...facts }, meta: [] }
  const form = new FormData()
  form.append(
    'data',
    JSON.stringify({ ...body, json: { ...body.json, photos: [null] }, maps: [['photos', 0]] }),
  )
  const { buffer, mimeType, name } = await portrait()
  form.append('0', new File([new Uint8Array(buffer)], name, { type: mimeType }))
  const made = await page.request.post('/rpc/reports/create', { headers: { origin }, multipart: form })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()).json

  await expect(theirs.getByRole('heading', { name: petName })).toBeVisible(live)
  await expect(bellOf(theirs)).toHaveAccessibleName(/1 unread/, live)
  const own = page.waitForResponse('**/live/stream?*')
  await page.goto(`/pet-reports/${id}`)
  expect((await own).status()).toBe(200)
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')

  const found = await theirs.request.post('/api/pet-reports', {
    headers: { origin },
    data: { status: 'found', ...facts, seenAt: new Date(Date.now() - 600_000).toISOString() },
  })
  expect(found.ok(), await found.text()).toBe(true)
  await expect(bellOf(page)).toHaveAccessibleName(/1 unread/, live)
  await expect(page.getByRole('region', { name: 'Is it one of these?' })).toContainText('Found rabbit', live)
  await neighbour.close()
})
