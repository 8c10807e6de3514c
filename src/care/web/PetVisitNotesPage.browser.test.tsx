import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, refuse } from '#/app/testing/browser/answers.ts'
import { fileInput, textFile } from '#/app/testing/browser/files.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { signInVet } from '#/app/testing/browser/vet.ts'
import { careContract } from '#/care/contract.ts'
import { petsContract } from '#/pets/contract.ts'
import { keepNotes, makeCarePet, makeNote } from './note.factory.ts'

const notes = '/dashboard/pet-visit-notes'
const cards = page.getByRole('article')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
  signIn('Asha Verma')
})
afterEach(() => {
  vi.useRealTimers()
})

test('an owner without pets is shown how to add one, and one without notes that there are none', async () => {
  answer(petsContract.list, { rows: [], nextCursor: null })
  answer(careContract.patients, { rows: [], nextCursor: null })
  await openPage(notes)
  await expect.element(page.getByRole('link', { name: 'Add a pet' })).toBeVisible()
  await expectAccessible()
  const tiger = makeCarePet('Tiger')
  keepNotes(tiger)
  await openPage(`${notes}?pet=${tiger.id}`)
  await expect.element(page.getByText('No visit notes yet.')).toBeVisible()
  await expectAccessible()
})

test('a draft saved in another tab isn’t overwritten, and typed text stays', async () => {
  signInVet('Dr. Leela Menon')
  const bruno = makeCarePet('Bruno')
  const note = makeNote(bruno, { plan: 'One' })
  keepNotes(bruno, [note], false)
  await openPage(`${notes}?note=${note.id}&edit=1`)
  const plan = page.getByLabelText('Plan')
  await expect.element(plan).toHaveValue('One')
  await plan.fill('From the second tab')
  const refused = refuse(careContract.changeNote, 'care.changed_meanwhile')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect
    .element(page.getByRole('alert').getByText('This note has been changed elsewhere.', { exact: false }))
    .toBeVisible()
  await expect.element(plan).toHaveValue('From the second tab')
  expect(refused.inputs).toMatchObject([{ id: note.id, seen: 1, plan: 'From the second tab' }])
})

test('a vet deletes a draft', async () => {
  signInVet('Dr. Leela Menon')
  const bruno = makeCarePet('Bruno')
  keepNotes(bruno, [makeNote(bruno, { plan: 'From the first tab' })], false)
  await openPage(`${notes}?pet=${bruno.id}`)
  await cards.getByRole('link').click()
  await expect.element(page.getByRole('region', { name: 'Plan' })).toHaveTextContent('From the first tab')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('No visit notes yet.')).toBeVisible()
})

test('an owner stores an old document as a note and filters notes by kind in the URL', async () => {
  const tiger = makeCarePet('Tiger')
  const { added, changed } = keepNotes(tiger)
  await openPage(`${notes}?pet=${tiger.id}`)
  const add = page.getByRole('link', { name: 'Add your own note' }).first()
  const all = page.getByRole('link', { name: 'All notes about Tiger' })
  const what = page.getByLabelText('What is it?')
  const save = page.getByRole('button', { name: 'Save note' })
  await add.click()
  await save.click()
  await expect.element(page.getByText('Please describe it in a few words.')).toBeVisible()
  await expect.element(what).toHaveFocus()
  await what.fill('Booklet of his first year')
  // Visiting another page loses nothing.
  await all.click()
  await add.click()
  await expect.element(what).toHaveValue('Booklet of his first year')
  await page.getByLabelText('Date').fill('2024-02-01')
  await fileInput().upload(textFile('booklet.pdf', 'application/pdf'))
  await expect.element(page.getByText('booklet.pdf')).toBeVisible()
  await expectAccessible()
  await save.click()
  await expect.element(page.getByText('Added by owner').first()).toBeVisible()
  expect(added).toMatchObject([{ happenedOn: '2024-02-01', text: 'Booklet of his first year' }])
  expect(added[0]!.files.map(({ name }) => name)).toEqual(['booklet.pdf'])

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Remove booklet.pdf' }).click()
  await what.fill('Booklet')
  await save.click()
  await expect.element(page.getByRole('region', { name: 'Note' })).toHaveTextContent(/Booklet$/)
  expect(page.getByRole('region', { name: 'Files' }).elements()).toHaveLength(0)
  expect(changed).toMatchObject([{ text: 'Booklet', keepFiles: [] }])

  await all.click()
  await expect.poll(() => cards.elements().length).toBe(1)
  await userEvent.selectOptions(page.getByLabelText('Kind'), 'Exam')
  await expect.poll(address).toMatch(/type=exam/)
  await expect.element(page.getByText('No notes of this kind: exam.')).toBeVisible()
  const filtered = address()
  await openPage(filtered)
  await expect.element(page.getByLabelText('Kind')).toHaveValue('exam')
  await page.getByRole('link', { name: 'Show all kinds' }).click()
  await expect.element(cards).toHaveTextContent('Booklet')
})

test('notes that fail to load come back with Retry, and other people’s notes aren’t found', async () => {
  const bruno = makeCarePet('Bruno')
  keepNotes(bruno)
  fail(careContract.notes)
  await openPage(`${notes}?pet=${bruno.id}`)
  await expect.element(page.getByText('Something went wrong. Please try again.').first()).toBeVisible()
  keepNotes(bruno, [makeNote(bruno, { state: 'signed', plan: 'Rest for a week.' })])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(cards).toHaveTextContent('Rest for a week.')
  refuse(careContract.note, 'request.not_found')
  await openPage(`${notes}?note=${newId()}`)
  await expect.element(page.getByRole('heading', { name: 'We couldn’t find this note.' })).toBeVisible()
  await expectAccessible()
})
