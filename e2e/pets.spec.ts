import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
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
  // The test tool's own recorder fetches the preview of a photo; the page itself only shows it.
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
  await expect(page.getByText('Bruno is one of your pets now.')).toBeVisible()
  const { json: list } = await (await page.request.get('/rpc/pets/list')).json()
  expect(list.rows).toHaveLength(1)
  await expect(page.locator(`img[src="${pet.photoUrl}"]`)).toHaveJSProperty('complete', true)
})

test('from a booking form, saving leads back to it with the new pet picked', async ({ page }) => {
  await page.goto(`/profile/add-pet?from=${encodeURIComponent('/services/book-a-vet?location=Pune')}`)
  await page.getByLabel('Name').fill('Misty')
  await chooseSpecies(page, 'Cat')
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect(page).toHaveURL(/\/services\/book-a-vet\?location=Pune&pet=[0-9a-f-]{36}$/)
})

test('an address of another site is no way back', async ({ page }) => {
  await page.goto('/profile/add-pet?from=//evil.example/dashboard')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('what is missing or wrong is said at its field, and the first one takes the focus', async ({ page }) => {
  await page.goto('/profile/add-pet')
  await page.getByRole('textbox', { name: 'Weight' }).fill('heavy')
  await page.getByRole('button', { name: 'Save pet' }).click()
  const name = page.getByLabel('Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('group', { name: 'Species' })).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveAccessibleDescription(
    /^Please write a number, like 12.5/,
  )
  await expectAccessible(page)
  await name.fill('Simba')
  await expect(name).not.toHaveAccessibleDescription('Required')
})

test('a file that is no picture is refused in words, and a photo can be taken back', async ({ page }) => {
  await page.goto('/profile/add-pet')
  await choosePhoto(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  await choosePhoto(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('hello') })
  await expect(page.getByText('This picture could not be read. Please choose another one.')).toBeVisible()
  await choosePhoto(page, await portrait())
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByAltText('Your pet, as others will see it')).toBeHidden()
})

test('leaving with something typed asks first, and staying loses nothing', async ({ page }) => {
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

test('when the server cannot be reached, the form keeps what was typed and a second try adds one pet', async ({
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
