import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskEntrySchema, deskPetReportSchema } from '#/reports/desk.ts'

test('the desk reads what is written under a report, and removes one comment with a reason', async () => {
  signInAdmin('Nadia')
  const reporter = { id: newId(), name: 'Asha Verma' }
  const facts = {
    petName: 'Moti',
    pictureUrl: null,
    photoUrl: null,
    story: null,
    complaints: [],
    removed: null,
    reporter,
  }
  answer(adminContract.petReports, { rows: [made(deskPetReportSchema, facts)], nextCursor: null })
  const farida = { id: newId(), name: 'Farida Khan' }
  const comment = made(deskEntrySchema, { kind: 'comment', writer: farida, text: 'Filthy words' })
  const sighting = made(deskEntrySchema, { kind: 'sighting', writer: null, text: 'Behind the bakery' })
  const entries = [comment, sighting]
  answer(adminContract.petReportEntries, () => ({ rows: [...entries], nextCursor: null }))
  await openPage('/admin-dashboard?view=pet-reports')
  await expectAccessible()
  await page.getByRole('button', { name: 'Comments and sightings about Moti' }).click()
  await expect.element(page.getByText('Filthy words')).toBeVisible()
  await expect.element(page.getByText('somebody without an account')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Remove the comment by Farida Khan about Moti' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this comment?' })
  await expect.element(dialog.getByText('Its writer can read it')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It insults people.')
  const { inputs } = answer(adminContract.removePetReportEntry, () => {
    entries.shift()
  })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('The comment is removed.')).toBeVisible()
  await expect.element(page.getByText('Filthy words')).not.toBeInTheDocument()
  expect(inputs).toEqual([{ id: comment.id, reason: 'It insults people.' }])
})
