import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const portrait = async () => ({
  name: 'bruno.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp(await readFile('public/portraits/bruno.svg'))
    .resize(640, 480, { fit: 'cover' })
    .jpeg()
    .toBuffer(),
})

const choosePhoto = (page: Page, file: Awaited<ReturnType<typeof portrait>>) =>
  page.locator('input[type=file]').setInputFiles(file)

const chooseSpecies = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })

/** Adds a pet of the logged-in owner, as the form would. */
async function addPet(page: Page, name: string): Promise<string> {
  const answer = await page.request.post('/api/pets', { data: { name, species: 'dog' } })
  expect(answer.ok(), `add: ${answer.status()}`).toBe(true)
  return (await answer.json()).id
}

const petPath = (id: string) => `/profile/add-pet?pet=${id}`
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openForm = (page: Page, name: string) =>
  section(page, name)
    .getByRole('button', { name: /^(Edit|Fill in)$/ })
    .click()

test.beforeEach(async ({ page, expectConsole }) => {
  // Playwright's recorder fetches the photo's preview; the page itself doesn't.
  expectConsole(/^Connecting to 'blob:/)
  await signUpByApi(page, 'Asha Verma')
})

test('an owner adds a pet with a photo and finds it on the dashboard', async ({ page }) => {
  const providerCode: string[] = []
  page.on('request', (request) => {
    if (/ProviderBlocks/.test(request.url())) providerCode.push(request.url())
  })
  await page.goto('/profile/add-pet')
  await expect(page.getByRole('heading', { name: 'Add a pet' })).toBeVisible()
  await expectAccessible(page)

  await choosePhoto(page, await portrait())
  await expect(page.getByAltText('Your pet, as others will see it')).toBeVisible()
  await page.getByLabel('Name').fill('Bruno')
  await chooseSpecies(page, 'Dog')
  await page.getByRole('combobox', { name: 'Breed' }).fill('indi')
  await page.getByRole('option', { name: 'Indian Spitz' }).click()
  const weight = page.getByRole('textbox', { name: 'Weight' })
  await weight.fill('12')
  await page.getByRole('radio', { name: 'Pounds' }).check({ force: true })
  await expect(weight).toHaveValue('26.5')
  await page.getByRole('radio', { name: 'Kilograms' }).check({ force: true })
  await expect(weight).toHaveValue('12')

  const added = page.waitForResponse(/rpc\/pets\/add/)
  await page.getByRole('button', { name: 'Save pet' }).dblclick()
  const { json: pet } = await (await added).json()
  expect(pet).toMatchObject({ name: 'Bruno', species: 'dog', breed: 'Indian Spitz', sizeLbs: 26.5 })
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Bruno has been added to your pets.')).toBeVisible()
  const { json: list } = await (await page.request.get('/rpc/pets/list')).json()
  expect(list.rows).toHaveLength(1)
  await expect(page.locator(`img[src="${pet.photoUrl}"]`)).toHaveJSProperty('complete', true)

  expect(providerCode, 'code of the blocks that only providers see').toEqual([])
  await page.getByRole('link', { name: 'Bruno' }).click()
  await expect(page).toHaveURL(petPath(pet.id))
  await expect(page).toHaveTitle(/^Bruno · /)
  await expect(page.getByText('Indian Spitz').first()).toBeVisible()
  await expectAccessible(page)

  await openForm(page, 'About')
  const about = section(page, 'About')
  await expect(about.getByLabel('Name')).toBeFocused()
  await about.getByRole('radio', { name: 'Age' }).check({ force: true })
  await about.getByLabel('Years').fill('3')
  await about.getByRole('radio', { name: 'Male', exact: true }).check({ force: true })
  await about.getByRole('button', { name: 'Remove photo' }).click()
  await choosePhoto(page, await portrait())
  await about.getByLabel('Colour and marks').fill('Tricolour, white paws')
  await about.getByRole('button', { name: 'Save' }).dblclick()
  await expect(about.getByText('Tricolour, white paws')).toBeVisible()
  await expect(about.getByRole('button', { name: 'Edit' })).toBeFocused()
  const photo = page.locator('header img[src^="/files/"]')
  await expect(photo).toHaveJSProperty('complete', true)
  await expect(photo).not.toHaveAttribute('src', pet.photoUrl)
  await expect(page.getByText('Indian Spitz · about 3 years')).toBeVisible()

  await openForm(page, 'Health')
  await section(page, 'Health').getByLabel('Allergies').fill('Chicken')
  await openForm(page, 'Daily care')
  await section(page, 'Daily care').getByLabel('Feeding').fill('Fish and rice, twice a day')
  await section(page, 'Daily care').getByRole('button', { name: 'Save' }).click()
  await expect(section(page, 'Daily care').getByText('Fish and rice, twice a day')).toBeVisible()
  await expect(section(page, 'Health').getByLabel('Allergies')).toHaveValue('Chicken')
  await section(page, 'Health').getByRole('button', { name: 'Save' }).click()
  await expect(section(page, 'Health').getByRole('button', { name: 'Edit' })).toBeVisible()

  await openForm(page, 'Temperament')
  const temperament = section(page, 'Temperament')
  await temperament.getByRole('checkbox', { name: 'Playful' }).check({ force: true })
  await temperament
    .getByRole('group', { name: 'Good with children' })
    .getByRole('radio', { name: 'Yes' })
    .check({ force: true })
  await temperament.getByRole('button', { name: 'Save' }).click()
  await expect(temperament.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(temperament.getByText('Playful')).toBeVisible()

  const kept = await (await page.request.get(`/api/pets/${pet.id}`)).json()
  expect(kept).toMatchObject({
    isBirthEstimated: true,
    sex: 'male',
    allergies: 'Chicken',
    feedingNotes: 'Fish and rice, twice a day',
    temperament: ['playful'],
    goodWithChildren: true,
    goodWithDogs: null,
  })
})

test('a vaccination’s certificate is added as a PDF, opened, replaced by a picture and removed', async ({
  page,
  expectConsole,
}) => {
  // A private file's policy also blocks the styles and scripts that the browser and Playwright inject.
  expectConsole(/^(Applying inline style|Blocked script execution) .*\/files\/private\//)
  const longName = `Certificate of Simba’s rabies vaccination at the clinic in Jayanagar ${'2026-'.repeat(8)}.pdf`
  await page.goto(petPath(await addPet(page, 'Simba')))
  const vaccinations = section(page, 'Vaccinations')
  const file = vaccinations.locator('input[type=file]')
  const save = vaccinations.getByRole('button', { name: 'Save vaccination' })
  const edit = vaccinations.getByRole('button', { name: /^Edit Rabies/ })
  await vaccinations.getByRole('button', { name: 'Add' }).click()
  await file.setInputFiles({ name: longName, mimeType: 'application/pdf', buffer: makePdf() })
  await expect(vaccinations.getByText(longName)).toBeVisible()
  await vaccinations.getByRole('combobox', { name: 'Vaccine' }).fill('Rabies')
  await vaccinations.getByLabel('Given on').fill('2026-01-10')
  await save.dblclick()

  const link = vaccinations.getByRole('link', { name: 'Certificate (PDF) for Rabies' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expectAccessible(page)
  const opening = page.context().waitForEvent('download')
  await link.click()
  const download = await opening
  expect(download.suggestedFilename()).toContain('rabies vaccination')
  expect(await readFile(await download.path())).toEqual(makePdf())

  // The link works for five minutes and is renewed before they are over.
  await page.clock.install()
  await page.reload()
  await link.waitFor()
  const asking = page.waitForRequest(/rpc\/pets\/get/)
  await page.clock.fastForward('04:00')
  await asking

  await edit.click()
  await expect(vaccinations.getByText(longName)).toBeVisible()
  await file.setInputFiles(await portrait())
  await expect(vaccinations.getByText(longName)).toBeHidden()
  await save.click()
  const [picture] = await Promise.all([
    page.context().waitForEvent('page'),
    vaccinations.getByRole('link', { name: 'Certificate (picture) for Rabies' }).click(),
  ])
  await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 640)
  await picture.close()

  await edit.click()
  await vaccinations.getByRole('button', { name: 'Remove certificate' }).click()
  await expect(file).toBeFocused()
  await save.click()
  await expect(edit).toBeVisible()
  await expect(vaccinations.getByRole('link', { name: /^Certificate/ })).toBeHidden()
})
