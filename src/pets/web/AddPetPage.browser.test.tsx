import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, lose, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { petDetailsSchema, petSchema, petsContract } from '#/pets/contract.ts'

const photo = (name: string, type: string) => new File(['hello'], name, { type })

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

test('a file that isn’t a picture is refused', async () => {
  signIn('Asha Verma')
  await openPage('/profile/add-pet')
  await expect.element(page.getByRole('heading', { name: 'Add a pet' })).toBeVisible()
  const file = page.elementLocator(document.querySelector('input[type=file]')!)
  await file.upload(photo('notes.txt', 'text/plain'))
  await expect.element(page.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  await file.upload(photo('photo.jpg', 'image/jpeg'))
  await expect
    .element(page.getByText('We couldn’t read this picture. Please choose another one.'))
    .toBeVisible()
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
  answer(petsContract.list, { rows: [], nextCursor: null })
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect.poll(address).toBe('/dashboard')
  expect(failed.inputs).toHaveLength(1)
  expect(added.inputs).toMatchObject([{ name: 'Coco', species: 'bird' }])
})

test('a pet’s page that fails to load says so and loads on retry', async () => {
  signIn('Asha Verma')
  const id = newId()
  fail(petsContract.get)
  await openPage(`/profile/add-pet?pet=${id}`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  answer(petsContract.get, made(petDetailsSchema, { id, name: 'Rex', species: 'dog' }))
  await retry.click()
  await expect.element(page.getByRole('heading', { name: 'Rex', level: 1 })).toBeVisible()
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
})

test('a taken microchip number shows an error at its field', async () => {
  signIn('Asha Verma')
  const id = newId()
  answer(petsContract.get, made(petDetailsSchema, { id, name: 'Bruno', species: 'dog' }))
  await openPage(`/profile/add-pet?pet=${id}`)
  const body = page.getByRole('region', { name: 'Weight and chip', exact: true })
  await body.getByRole('button', { name: /^(Edit|Fill in)$/ }).click()
  const field = body.getByRole('textbox', { name: 'Microchip' })
  await field.fill('1234')
  await body.getByRole('button', { name: 'Save' }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription(/A microchip has 15 digits/)
  const changed = refuse(petsContract.change, 'pets.microchip_taken')
  await field.fill('900 123 456 789 012')
  await body.getByRole('button', { name: 'Save' }).click()
  await expect.element(field).toHaveAccessibleDescription(/Another pet is registered with this microchip/)
  await expectAccessible()
  expect(changed.inputs).toMatchObject([{ id, microchip: '900123456789012' }])
})
