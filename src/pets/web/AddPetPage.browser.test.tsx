import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, holdBack, lose } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { fileInput, heavyPhoto, pictureFile, textFile } from '#/app/testing/browser/files.ts'
import { made } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'

test('missing and invalid fields show an error, and the first one is focused', async () => {
  signIn('Asha Verma')
  await openPage('/profile/add-pet')
  await page.getByRole('textbox', { name: 'Weight' }).fill('heavy')
  await page.getByRole('button', { name: 'Save pet' }).click()
  const name = page.getByLabelText('Name')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription('Required')
  await expect.element(page.getByRole('group', { name: 'Species' })).toHaveAccessibleDescription('Required')
  await expect
    .element(page.getByRole('textbox', { name: 'Weight' }))
    .toHaveAccessibleDescription(/^Please enter a number, like 12.5/)
  await expectAccessible()
  await name.fill('Simba')
  await expect.element(name).not.toHaveAccessibleDescription('Required')
})

test('a file that isn’t a picture is refused, and a photo can be removed again', async () => {
  signIn('Asha Verma')
  await openPage('/profile/add-pet')
  await expect.element(page.getByRole('heading', { name: 'Add a pet' })).toBeVisible()
  const file = fileInput()
  await file.upload(textFile('notes.txt'))
  await expect.element(page.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  await file.upload(textFile('photo.jpg', 'image/jpeg'))
  await expect
    .element(page.getByText('We couldn’t read this picture. Please choose another one.'))
    .toBeVisible()
  await file.upload(await pictureFile())
  const preview = page.getByAltText('Your pet, as others will see it')
  await expect.element(preview).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect.element(preview).not.toBeInTheDocument()
})

test('the form keeps its input while the server is unreachable, and a second try adds one pet', async () => {
  signIn('Asha Verma')
  await openPage('/profile/add-pet')
  await page.getByLabelText('Name').fill('Coco')
  await choose(page.getByRole('radio', { name: 'Bird' }))
  const failed = lose(petsContract.add)
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to add your pet. Please try again.')
  const added = answer(petsContract.add, made(petSchema, { name: 'Coco', species: 'bird' }))
  answerDashboard()
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect.poll(address).toBe('/dashboard')
  expect(failed.inputs).toHaveLength(1)
  expect(added.keys).toEqual(failed.keys)
  expect(added.keys[0]).toMatch(/^\w/)
  expect(added.inputs).toMatchObject([{ name: 'Coco', species: 'bird' }])
})

test('leaving with unsaved text asks first, and staying loses nothing', async () => {
  signIn('Asha Verma')
  await openPage('/profile/add-pet')
  await page.getByLabelText('Name').fill('Luna')
  const cancel = page.getByRole('link', { name: 'Cancel' })
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(cancel).toHaveFocus()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Luna')
  answerDashboard()
  await cancel.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(address).toBe('/dashboard')
})

test('a return URL on another site is ignored', async () => {
  signIn('Asha Verma')
  answerDashboard()
  await openPage('/profile/add-pet?from=//evil.example/dashboard')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(address).toBe('/dashboard')
})

test('a heavy photo is made smaller, and a form sent meanwhile waits for it', async () => {
  signIn('Asha Verma')
  answerDashboard()
  await openPage('/profile/add-pet')
  await page.getByLabelText('Name').fill('Coco')
  await choose(page.getByRole('radio', { name: 'Bird' }))
  const { inputs } = answer(petsContract.add, made(petSchema, { name: 'Coco', species: 'bird' }))
  const photo = await heavyPhoto(1600, 1200)
  expect(photo.size).toBeGreaterThan(1024 * 1024)
  const { promise, resolve } = Promise.withResolvers<void>()
  const decode = vi
    .spyOn(window, 'createImageBitmap')
    .mockImplementationOnce(async (file: ImageBitmapSource) => {
      await promise
      return createImageBitmap(file)
    })
  await fileInput().upload(photo)
  await expect.element(page.getByText('Making photos smaller...')).toBeVisible()
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect.element(page.getByText('We’ll send the form once they’re ready.')).toBeVisible()
  expect(inputs).toEqual([])
  resolve()
  await expect.poll(address).toBe('/dashboard')
  decode.mockRestore()
  expect(inputs).toMatchObject([{ name: 'Coco', photo: { name: 'IMG_0001.jpg' } }])
  expect(inputs[0]!.photo!.size).toBeLessThan(photo.size)
})

test('while a photo is uploaded its progress shows, and the browser asks before it closes the page', async () => {
  signIn('Asha Verma')
  answerDashboard()
  await openPage('/profile/add-pet')
  await page.getByLabelText('Name').fill('Coco')
  await choose(page.getByRole('radio', { name: 'Bird' }))
  await fileInput().upload(await pictureFile())
  const arrive = holdBack(petsContract.add, made(petSchema, { name: 'Coco', species: 'bird' }))
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expectAccessible()
  const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asksToStay()).toBe(true)
  arrive()
  await expect.poll(address).toBe('/dashboard')
  expect(asksToStay()).toBe(false)
})

test('of two photos dropped on the field, the first is taken, and the page says so', async () => {
  signIn('Asha Verma')
  await openPage('/profile/add-pet')
  await expect.element(page.getByRole('button', { name: 'Save pet' })).toBeVisible()
  const dataTransfer = new DataTransfer()
  for (const name of ['first.jpg', 'second.jpg']) dataTransfer.items.add(await pictureFile(name))
  const frame = document.querySelector('[data-field=photo] > :first-child')!
  const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer })
  expect(frame.dispatchEvent(over)).toBe(false)
  frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  await expect.element(page.getByAltText('Your pet, as others will see it')).toBeVisible()
  await expect.element(page.getByText('Only one file fits here. We took first.jpg.')).toBeVisible()
})
