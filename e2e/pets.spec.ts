import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
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

test.beforeEach(async ({ page, expectConsole }) => {
  // Playwright's recorder fetches the photo's preview; the page itself doesn't.
  expectConsole(/^Connecting to 'blob:/)
  await signUpByApi(page, 'Asha Verma')
})

test('an owner adds a pet with a photo and finds it on the dashboard', async ({ page }) => {
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
  await expectAccessible(page)

  const added = page.waitForResponse(/rpc\/pets\/add/)
  await page.getByRole('button', { name: 'Save pet' }).dblclick()
  const { json: pet } = await (await added).json()
  expect(pet).toMatchObject({ name: 'Bruno', species: 'dog', breed: 'Indian Spitz', sizeLbs: 26.5 })
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Bruno has been added to your pets.')).toBeVisible()
  const { json: list } = await (await page.request.get('/rpc/pets/list')).json()
  expect(list.rows).toHaveLength(1)
  await expect(page.locator(`img[src="${pet.photoUrl}"]`)).toHaveJSProperty('complete', true)
})

test('a return URL on another site is ignored', async ({ page }) => {
  await page.goto('/profile/add-pet?from=//evil.example/dashboard')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('missing and invalid fields show an error, and the first one is focused', async ({ page }) => {
  await page.goto('/profile/add-pet')
  await page.getByRole('textbox', { name: 'Weight' }).fill('heavy')
  await page.getByRole('button', { name: 'Save pet' }).click()
  const name = page.getByLabel('Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('group', { name: 'Species' })).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveAccessibleDescription(
    /^Please enter a number, like 12.5/,
  )
  await expectAccessible(page)
  await name.fill('Simba')
  await expect(name).not.toHaveAccessibleDescription('Required')
})

test('a file that isn’t a picture is refused, and a photo can be removed again', async ({ page }) => {
  await page.goto('/profile/add-pet')
  await choosePhoto(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  await choosePhoto(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('hello') })
  await expect(page.getByText('We couldn’t read this picture. Please choose another one.')).toBeVisible()
  await choosePhoto(page, await portrait())
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByAltText('Your pet, as others will see it')).toBeHidden()
})

test('leaving with unsaved text asks first, and staying loses nothing', async ({ page }) => {
  await page.goto('/profile/add-pet')
  await page.getByLabel('Name').fill('Luna')
  const cancel = page.getByRole('link', { name: 'Cancel' })
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(cancel).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Luna')
  await cancel.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the form keeps its input while the server is unreachable, and a second try adds one pet', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await page.goto('/profile/add-pet')
  await page.getByLabel('Name').fill('Coco')
  await chooseSpecies(page, 'Bird')
  await page.route('**/rpc/pets/add', (route) => route.abort())
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to add your pet. Please try again.')
  await page.unroute('**/rpc/pets/add')
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect(page).toHaveURL('/dashboard')
  const { json: list } = await (await page.request.get('/rpc/pets/list')).json()
  expect(list.rows.map(({ name }: { name: string }) => name)).toEqual(['Coco'])
})

type Kept = { id: string; name: string; microchip: string | null; dateOfBirth: string | null }

/** Adds a pet of the logged-in owner, as the form would. */
async function addPet(page: Page, name: string, data = {}): Promise<string> {
  const answer = await page.request.post('/api/pets', { data: { name, species: 'dog', ...data } })
  expect(answer.ok(), `add: ${answer.status()}`).toBe(true)
  return (await answer.json()).id
}

const petPath = (id: string) => `/profile/add-pet?pet=${id}`
const keptOf = async (page: Page, id: string): Promise<Kept> =>
  (await page.request.get(`/api/pets/${id}`)).json()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openForm = (page: Page, name: string) =>
  section(page, name)
    .getByRole('button', { name: /^(Edit|Fill in)$/ })
    .click()

test('an owner opens a pet’s page from the dashboard and fills it in section by section', async ({
  page,
}) => {
  const id = await addPet(page, 'Bruno', { breed: 'Beagle', isMixed: true })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Bruno' }).click()
  await expect(page).toHaveURL(petPath(id))
  await expect(page).toHaveTitle(/^Bruno · /)
  await expect(page.getByText('Beagle mix').first()).toBeVisible()
  await expectAccessible(page)

  await openForm(page, 'About')
  const about = section(page, 'About')
  await expect(about.getByLabel('Name')).toBeFocused()
  await about.getByRole('radio', { name: 'Age' }).check({ force: true })
  await about.getByLabel('Years').fill('3')
  await about.getByRole('radio', { name: 'Male', exact: true }).check({ force: true })
  await about.getByLabel('Colour and marks').fill('Tricolour, white paws')
  await expectAccessible(page)
  await about.getByRole('button', { name: 'Save' }).dblclick()
  await expect(about.getByText('Tricolour, white paws')).toBeVisible()
  await expect(about.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(page.getByText('Beagle mix · about 3 years')).toBeVisible()

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
  await expectAccessible(page)
  await temperament.getByRole('button', { name: 'Save' }).click()
  await expect(temperament.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(temperament.getByText('Playful')).toBeVisible()

  expect(await keptOf(page, id)).toMatchObject({
    isMixed: true,
    isBirthEstimated: true,
    sex: 'male',
    allergies: 'Chicken',
    feedingNotes: 'Fish and rice, twice a day',
    temperament: ['playful'],
    goodWithChildren: true,
    goodWithDogs: null,
  })
})

test('two tabs that edit two sections don’t overwrite each other', async ({ page, context }) => {
  const id = await addPet(page, 'Luna')
  const other = await context.newPage()
  await page.goto(petPath(id))
  await other.goto(petPath(id))
  for (const [tab, label, text] of [
    [page, 'Allergies', 'Fish'],
    [other, 'Conditions', 'Asthma'],
  ] as const) {
    await openForm(tab, 'Health')
    await section(tab, 'Health').getByLabel(label).fill(text)
  }
  for (const tab of [page, other]) {
    await section(tab, 'Health').getByRole('button', { name: 'Save' }).click()
    await expect(section(tab, 'Health').getByRole('button', { name: 'Edit' })).toBeVisible()
  }
  await expect(section(other, 'Health').getByText('Fish')).toBeVisible()
  expect(await keptOf(page, id)).toMatchObject({ allergies: 'Fish', conditions: 'Asthma' })
  await other.close()
})

test('a microchip number has 15 digits, and a taken one shows an error at its field', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const chip = String(Date.now()).padStart(15, '9')
  const first = await addPet(page, 'Coco')
  await page.request.patch(`/api/pets/${first}`, { data: { microchip: chip } })
  const id = await addPet(page, 'Bruno')
  await page.goto(petPath(id))
  await openForm(page, 'Weight and chip')
  const body = section(page, 'Weight and chip')
  const field = body.getByRole('textbox', { name: 'Microchip' })
  await field.fill('1234')
  await body.getByRole('button', { name: 'Save' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/A microchip has 15 digits/)
  await field.fill(chip.replace(/(\d{3})/g, '$1 '))
  await body.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveAccessibleDescription(/Another pet is registered with this microchip/)
  await expectAccessible(page)
  expect((await keptOf(page, id)).microchip).toBeNull()
})

test('vaccinations are added, corrected and removed, and the dashboard shows which are due', async ({
  page,
}) => {
  const id = await addPet(page, 'Simba')
  const inDays = (count: number) => addDays(dayOf(new Date(), 'Asia/Kolkata'), count)
  await page.goto(petPath(id))
  const vaccinations = section(page, 'Vaccinations')
  await vaccinations.getByRole('button', { name: 'Add' }).click()
  await expect(vaccinations.getByRole('combobox', { name: 'Vaccine' })).toBeFocused()
  await vaccinations.getByRole('button', { name: 'Save vaccination' }).click()
  await expect(vaccinations.getByRole('combobox', { name: 'Vaccine' })).toHaveAccessibleDescription(
    'Required',
  )
  await vaccinations.getByRole('combobox', { name: 'Vaccine' }).fill('Rabies')
  await vaccinations.getByLabel('Given on').fill(inDays(-400))
  await vaccinations.getByLabel('Next due').fill(inDays(-500))
  await vaccinations.getByRole('button', { name: 'Save vaccination' }).click()
  await expect(vaccinations.getByText('Please choose a day after the vaccination.')).toBeVisible()
  await expectAccessible(page)
  await vaccinations.getByLabel('Next due').fill(inDays(-35))
  await vaccinations.getByRole('button', { name: 'Save vaccination' }).dblclick()
  await expect(vaccinations.getByText(/^Was due/)).toBeVisible()
  await expect(vaccinations.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('link', { name: 'My pets' }).click()
  await expect(page.getByText(/^Rabies was due/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Simba' }).click()
  await vaccinations.getByRole('button', { name: /^Edit Rabies/ }).click()
  await vaccinations.getByLabel('Next due').fill(inDays(200))
  await vaccinations.getByRole('button', { name: 'Save vaccination' }).click()
  await expect(vaccinations.getByText(/^Due /)).toBeVisible()
  await vaccinations.getByRole('button', { name: /^Remove Rabies/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Rabies?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove vaccination' }).click()
  await expect(dialog).toBeHidden()
  await expect(vaccinations.getByText('Nothing added yet.')).toBeVisible()
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
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(file).toHaveAccessibleDescription('Please choose a PDF, or a JPG, PNG or WebP picture.')
  await file.setInputFiles({ name: longName, mimeType: 'application/pdf', buffer: makePdf() })
  await expect(vaccinations.getByText(longName)).toBeVisible()
  await page.getByRole('link', { name: 'My pets' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await vaccinations.getByRole('combobox', { name: 'Vaccine' }).fill('Rabies')
  await vaccinations.getByLabel('Given on').fill('2026-01-10')
  await expectAccessible(page)
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

test('an archived pet leaves lists and pickers and can be restored; a pet that has died is met with kind words', async ({
  page,
}) => {
  const id = await addPet(page, 'Tiger')
  await page.goto(petPath(id))
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Tiger is archived.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tiger', level: 1 })).toBeFocused()
  const listed = async () => (await (await page.request.get('/api/pets')).json()).rows.length
  expect(await listed()).toBe(0)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Archived and remembered' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tiger' }).click()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('Tiger is back among your pets.')).toBeVisible()
  expect(await listed()).toBe(1)

  const remember = page.getByRole('button', { name: 'In memory' })
  await remember.click()
  const dialog = page.getByRole('dialog', { name: 'Has Tiger died?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await expect(remember).toBeFocused()
  await remember.click()
  await dialog.getByRole('button', { name: 'Keep in memory' }).click()
  await expect(page.getByText('In memory of Tiger.')).toBeVisible()
  await expectAccessible(page)
  expect(await listed()).toBe(0)
})

test('the page asks before unsaved text is lost, and keeps it when saving fails', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const id = await addPet(page, 'Misty')
  await page.goto(petPath(id))
  await openForm(page, 'Daily care')
  const care = section(page, 'Daily care')
  await care.getByLabel('Fears').fill('Vacuum cleaners')
  await page.getByRole('link', { name: 'My pets' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await page.route('**/rpc/pets/change', (route) => route.abort())
  await care.getByRole('button', { name: 'Save' }).click()
  await expect(care.getByRole('alert')).toHaveText('Failed to save. Please try again.')
  await expect(care.getByLabel('Fears')).toHaveValue('Vacuum cleaners')
  await page.unroute('**/rpc/pets/change')
  await care.getByRole('button', { name: 'Save' }).click()
  // A textarea also contains its text, so wait until the form is gone.
  await expect(care.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(care.getByText('Vacuum cleaners')).toBeVisible()
  await page.getByRole('link', { name: 'My pets' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a new photo shows at once and can be removed', async ({ page }) => {
  const id = await addPet(page, 'Snowy')
  await page.goto(petPath(id))
  await openForm(page, 'About')
  await choosePhoto(page, await portrait())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('header img[src^="/files/"]')).toHaveJSProperty('complete', true)
  await openForm(page, 'About')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('header img[src^="/files/"]')).toBeHidden()
})

test('someone else’s pet and an unknown pet aren’t found', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/)
  const id = await addPet(page, 'Mithu')
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto(petPath(id))
  await expect(page.getByRole('heading', { name: 'We couldn’t find this pet.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your pets' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a pet’s page that fails to load says so and loads on retry', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const id = await addPet(page, 'Rex')
  await page.route('**/rpc/pets/get*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(petPath(id))
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute('**/rpc/pets/get*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Rex', level: 1 })).toBeVisible()
})

test('the vet of a confirmed visit reads the care instructions but not the microchip number', async ({
  page,
}) => {
  const { baseURL } = test.info().project.use
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: 'meera.iyer@pawfolk.example', password: 'pawfolk-demo' },
    headers: { origin: new URL(baseURL!).origin },
  })
  expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true)
  await page.goto('/appointments?side=visits&tab=upcoming')
  const visit = page.getByRole('article').filter({ hasText: 'Yearly vaccination' })
  const details = visit.getByRole('button', { name: 'Pet details' })
  await details.click()
  await expect(visit.getByText('Fireworks.', { exact: false })).toBeVisible()
  await expect(visit.getByText('Playful, Energetic, Friendly')).toBeVisible()
  await expect(visit.getByText('Microchip')).toBeHidden()
  await expectAccessible(page)
  await visit.getByRole('button', { name: 'Hide pet details' }).click()
  await expect(visit.getByText('Fireworks.', { exact: false })).toBeHidden()
})
