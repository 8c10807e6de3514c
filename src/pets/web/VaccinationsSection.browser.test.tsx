import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { fileInput, pictureFile, textFile } from '#/app/testing/browser/files.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { keepPet, keepVaccinations, listPets } from './pet.factory.ts'

const vaccinations = page.getByRole('region', { name: 'Vaccinations', exact: true })
const vaccine = vaccinations.getByRole('combobox', { name: 'Vaccine' })
const save = vaccinations.getByRole('button', { name: 'Save vaccination' })
const edit = vaccinations.getByRole('button', { name: /^Edit Rabies/ })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T06:30:00Z') })
  signIn('Asha Verma')
})
afterEach(() => {
  vi.useRealTimers()
})

test('vaccinations are added, corrected and removed, and the dashboard shows which are due', async () => {
  const { pet } = keepPet({ name: 'Simba' })
  const { added, corrected, removed } = keepVaccinations(pet)
  answerDashboard()
  listPets(pet)
  await openPage(`/profile/add-pet?pet=${pet.id}`)
  await vaccinations.getByRole('button', { name: 'Add' }).click()
  await expect.element(vaccine).toHaveFocus()
  await save.click()
  await expect.element(vaccine).toHaveAccessibleDescription('Required')
  await vaccine.fill('Rabies')
  await vaccinations.getByLabelText('Given on').fill('2025-09-28')
  await vaccinations.getByLabelText('Next due').fill('2025-06-20')
  await save.click()
  await expect.element(vaccinations.getByText('Please choose a day after the vaccination.')).toBeVisible()
  await expectAccessible()
  await vaccinations.getByLabelText('Next due').fill('2026-09-28')
  await save.dblClick()
  await expect.element(vaccinations.getByText(/^Was due/)).toBeVisible()
  expect(vaccinations.getByRole('listitem').elements()).toHaveLength(1)
  expect(added).toMatchObject([{ name: 'Rabies', givenOn: '2025-09-28', nextDueOn: '2026-09-28' }])

  await page.getByRole('link', { name: 'My pets' }).click()
  await expect.element(page.getByText(/^Rabies was due/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Simba' }).click()
  await edit.click()
  await vaccinations.getByLabelText('Next due').fill('2027-05-21')
  await save.click()
  await expect.element(vaccinations.getByText(/^Due /)).toBeVisible()
  expect(corrected).toMatchObject([{ nextDueOn: '2027-05-21' }])
  await vaccinations.getByRole('button', { name: /^Remove Rabies/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Rabies?' })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Remove vaccination' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(vaccinations.getByText('Nothing added yet.', { exact: false })).toBeVisible()
  expect(removed).toHaveLength(1)
})

test('a vaccination’s certificate is chosen, replaced and removed, and isn’t lost by leaving', async () => {
  const longName = `Certificate of Simba’s rabies vaccination at the clinic in Jayanagar ${'2026-'.repeat(8)}.pdf`
  const { pet } = keepPet({ name: 'Simba' })
  const { added, corrected } = keepVaccinations(pet)
  await openPage(`/profile/add-pet?pet=${pet.id}`)
  await vaccinations.getByRole('button', { name: 'Add' }).click()
  const file = () => fileInput(vaccinations.element())
  await expect.element(vaccine).toBeVisible()
  await file().upload(textFile('notes.txt'))
  await expect
    .element(file())
    .toHaveAccessibleDescription('Please choose a PDF, or a JPG, PNG or WebP picture.')
  await file().upload(textFile(longName, 'application/pdf'))
  await expect.element(vaccinations.getByText(longName)).toBeVisible()
  await page.getByRole('link', { name: 'My pets' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await vaccine.fill('Rabies')
  await vaccinations.getByLabelText('Given on').fill('2026-01-10')
  await save.dblClick()
  const link = vaccinations.getByRole('link', { name: 'Certificate (PDF) for Rabies' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expectAccessible()
  expect(added).toHaveLength(1)

  await edit.click()
  await expect.element(vaccinations.getByText(longName)).toBeVisible()
  await file().upload(await pictureFile())
  await expect.element(vaccinations.getByText(longName)).not.toBeInTheDocument()
  await save.click()
  await expect
    .element(vaccinations.getByRole('link', { name: 'Certificate (picture) for Rabies' }))
    .toBeVisible()

  await edit.click()
  await vaccinations.getByRole('button', { name: 'Remove certificate' }).click()
  await expect.element(file()).toHaveFocus()
  await save.click()
  await expect.element(edit).toBeVisible()
  await expect.element(vaccinations.getByRole('link', { name: /^Certificate/ })).not.toBeInTheDocument()
  expect(corrected.map(({ certificate }) => certificate?.name)).toEqual(['bruno.jpg', undefined])
  expect(corrected[1]).toMatchObject({ removeCertificate: true })
})
