import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, lose, refuse } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { fileInput, pictureFile } from '#/app/testing/browser/files.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { petsContract } from '#/pets/contract.ts'
import { keepPet, listPets, makePet } from './pet.factory.ts'

const petPath = (id: string) => `/profile/add-pet?pet=${id}`
const section = (name: string) => page.getByRole('region', { name, exact: true })
const openForm = (name: string) =>
  section(name)
    .getByRole('button', { name: /^(Edit|Fill in)$/ })
    .click()

test('an owner opens a pet’s page from the dashboard and fills it in section by section', async () => {
  signIn('Asha Verma')
  const { pet, changes } = keepPet({ name: 'Bruno', breed: 'Beagle', isMixed: true })
  answerDashboard()
  listPets(pet)
  await openPage('/dashboard')
  await page.getByRole('link', { name: 'Bruno' }).click()
  await expect.poll(address).toBe(petPath(pet.id))
  await expect.element(page.getByText('Beagle mix').first()).toBeVisible()

  await openForm('Health')
  await section('Health').getByLabelText('Allergies').fill('Chicken')
  await openForm('Daily care')
  const care = section('Daily care')
  await care.getByLabelText('Feeding').fill('Fish and rice, twice a day')
  await care.getByRole('button', { name: 'Save' }).click()
  await expect.element(care.getByRole('button', { name: 'Edit' })).toHaveFocus()
  await expect.element(care.getByText('Fish and rice, twice a day')).toBeVisible()
  await expect.element(section('Health').getByLabelText('Allergies')).toHaveValue('Chicken')
  await section('Health').getByRole('button', { name: 'Save' }).click()
  await expect.element(section('Health').getByText('Chicken')).toBeVisible()

  await openForm('Temperament')
  const temperament = section('Temperament')
  await choose(temperament.getByRole('checkbox', { name: 'Playful' }))
  const children = temperament.getByRole('group', { name: 'Good with children' })
  await choose(children.getByRole('radio', { name: 'Yes' }))
  await expectAccessible()
  await temperament.getByRole('button', { name: 'Save' }).click()
  await expect.element(temperament.getByText('Playful')).toBeVisible()
  expect(changes).toEqual([
    { id: pet.id, feedingNotes: 'Fish and rice, twice a day' },
    { id: pet.id, allergies: 'Chicken' },
    { id: pet.id, temperament: ['playful'], goodWithChildren: true },
  ])
})

test('two tabs that edit two sections don’t overwrite each other', async () => {
  signIn('Asha Verma')
  const { pet, changes } = keepPet({ name: 'Luna' })
  await openPage(petPath(pet.id))
  await openForm('Health')
  const health = section('Health')
  await health.getByLabelText('Conditions').fill('Asthma')
  pet.allergies = 'Fish'
  await health.getByRole('button', { name: 'Save' }).click()
  await expect.element(health.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect.element(health.getByText('Fish')).toBeVisible()
  expect(changes).toEqual([{ id: pet.id, conditions: 'Asthma' }])
})

test('a microchip number has 15 digits, and a taken one shows an error at its field', async () => {
  signIn('Asha Verma')
  const { pet } = keepPet({ name: 'Bruno' })
  await openPage(petPath(pet.id))
  const body = section('Weight and chip')
  await openForm('Weight and chip')
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
  expect(changed.inputs).toMatchObject([{ id: pet.id, microchip: '900123456789012' }])
})

test('an archived pet leaves lists and pickers and can be restored; a pet that has died is met with kind words', async () => {
  signIn('Asha Verma')
  const { pet } = keepPet({ name: 'Tiger' })
  const moveTo = (status: typeof pet.status) => () => ({ ...Object.assign(pet, { status }) })
  answer(petsContract.archive, moveTo('archived'))
  answer(petsContract.bringBack, moveTo('active'))
  answer(petsContract.remember, moveTo('in_memory'))
  answerDashboard()
  listPets(pet)
  await openPage(petPath(pet.id))
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect.element(page.getByText('Tiger is archived.').first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Tiger', level: 1 })).toHaveFocus()
  await page.getByRole('link', { name: 'My pets' }).click()
  const past = page.getByRole('button', { name: 'Archived and remembered' })
  await past.click()
  await expect.element(page.getByText('No pets yet.', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Tiger' }).click()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect.element(page.getByText('Tiger is back among your pets.')).toBeVisible()

  const remember = page.getByRole('button', { name: 'In memory' })
  await remember.click()
  const dialog = page.getByRole('dialog', { name: 'Has Tiger died?' })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(remember).toHaveFocus()
  await remember.click()
  await dialog.getByRole('button', { name: 'Keep in memory' }).click()
  await expect.element(page.getByText('In memory of Tiger.')).toBeVisible()
})

test('the page asks before unsaved text is lost, and keeps it when saving fails', async () => {
  signIn('Asha Verma')
  const { pet } = keepPet({ name: 'Misty' })
  answerDashboard()
  listPets(pet)
  await openPage(petPath(pet.id))
  await openForm('Daily care')
  const care = section('Daily care')
  await care.getByLabelText('Fears').fill('Vacuum cleaners')
  await page.getByRole('link', { name: 'My pets' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(leaving).not.toBeInTheDocument()
  lose(petsContract.change)
  await care.getByRole('button', { name: 'Save' }).click()
  await expect.element(care.getByRole('alert')).toHaveTextContent(/^Failed to save. Please try again.$/)
  await expect.element(care.getByLabelText('Fears')).toHaveValue('Vacuum cleaners')
  answer(petsContract.change, () => ({ ...Object.assign(pet, { fearNotes: 'Vacuum cleaners' }) }))
  await care.getByRole('button', { name: 'Save' }).click()
  // A textarea also contains its text, so wait until the form is gone.
  await expect.element(care.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect.element(care.getByText('Vacuum cleaners')).toBeVisible()
  await page.getByRole('link', { name: 'My pets' }).click()
  await expect.poll(address).toBe('/dashboard')
})

test('a new photo shows at once and can be removed', async () => {
  signIn('Asha Verma')
  const { pet, changes } = keepPet({ name: 'Snowy' })
  await openPage(petPath(pet.id))
  const shown = () => document.querySelector('header img[src="/portraits/bruno.svg"]')
  await openForm('About')
  await fileInput().upload(await pictureFile())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(shown).not.toBeNull()
  await openForm('About')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(shown).toBeNull()
  expect(changes[0]!.photo).toBeInstanceOf(File)
  expect(changes[1]!.photo).toBeNull()
})

test('someone else’s pet and an unknown pet aren’t found', async () => {
  signIn('Ravi Kumar')
  answerDashboard()
  refuse(petsContract.get, 'request.malformed')
  await openPage(petPath(newId()))
  await expect.element(page.getByRole('heading', { name: 'We couldn’t find this pet.' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Go to your pets' }).click()
  await expect.poll(address).toBe('/dashboard')
})

test('a pet’s page that fails to load says so and loads on retry', async () => {
  signIn('Asha Verma')
  const pet = makePet({ name: 'Rex' })
  fail(petsContract.get)
  await openPage(petPath(pet.id))
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  answer(petsContract.get, pet)
  await retry.click()
  await expect.element(page.getByRole('heading', { name: 'Rex', level: 1 })).toBeVisible()
})
