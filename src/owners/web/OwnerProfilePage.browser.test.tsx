import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectNothingBeyondTheEdge } from '#/app/testing/browser/accessible.ts'
import { answer, fail } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { householdsContract } from '#/households/contract.ts'
import { ownersContract, profileSchema } from '#/owners/contract.ts'

const path = '/profile/pet-owner'
const asha = made(profileSchema, { fullName: 'Asha Verma' })
const list = page.getByRole('region', { name: 'Your profile isn’t complete yet' })
const city = page.getByLabelText('City')
const save = page.getByRole('button', { name: 'Save' })

beforeEach(() => {
  answer(householdsContract.mine, { members: [], helped: [] })
})

test('an owner sees what is missing until the profile is complete', async () => {
  signIn('Asha Verma')
  answer(ownersContract.profile, asha)
  const saved = answer(ownersContract.saveProfile, { ...asha, city: 'Pune' })
  await openPage(path)
  await expect.element(list.getByText('1 of 2 done')).toBeVisible()
  await expect.element(list.getByRole('listitem')).toHaveTextContent(/^City$/)
  await expectAccessible()
  await list.getByRole('button', { name: 'City' }).click()
  await userEvent.keyboard('Pune')
  await save.click()
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
  expect(saved.inputs).toMatchObject([{ fullName: 'Asha Verma', city: 'Pune' }])
})

test('changes saved in another tab appear automatically, and ask first over unsaved text', async () => {
  signIn('Asha Verma')
  answer(ownersContract.profile, { ...asha, city: 'Delhi' })
  await openPage(path)
  await expect.element(city).toHaveValue('Delhi')
  const lookAgain = () => window.dispatchEvent(new Event('visibilitychange'))
  answer(ownersContract.profile, { ...asha, city: 'Pune' })
  lookAgain()
  await expect.element(city).toHaveValue('Pune')

  await page.getByLabelText('Address').fill('7 Palm Street')
  answer(ownersContract.profile, { ...asha, city: 'Mumbai' })
  lookAgain()
  await expect.element(page.getByText('This was changed elsewhere')).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveValue('7 Palm Street')
  await page.getByRole('button', { name: 'Show what was saved' }).click()
  await expect.element(city).toHaveValue('Mumbai')
  await expect.element(page.getByLabelText('Address')).toHaveValue('')
})

test('Pet owner profile: there for everyone, narrow and wide, and when it cannot be loaded says so', async () => {
  signIn('Zoya Khan')
  fail(ownersContract.profile)
  await openPage(path, { width: 320, height: 640 })
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  answer(ownersContract.profile, asha)
  await retry.click()
  await expect.element(save).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Pet owner profile' })).toBeVisible()
  await expectAccessible()
  expectNothingBeyondTheEdge()
})
