import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, haveAppointment, noonBefore } from './provider.ts'

const notes = '/dashboard/pet-visit-notes'

/** Makes a visit some days ago between the logged-in owner's pet and the logged-in vet. */
async function haveVisit(owner: Session, vet: Session, name = 'Bruno') {
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(owner, 'Asha Verma')
  const { user } = await (await owner.request.get('/api/me')).json()
  const pet = await inDatabase((db) => makePet(db, { ownerId: user.records.pet_owner, name }))
  const visit = { vetId, petId: pet.id, startsAt: noonBefore(3), status: 'completed' as const }
  return { petId: pet.id, bookingId: await haveAppointment(owner, visit) }
}

/** Signs a note about that visit as the logged-in vet. */
async function haveNote(owner: Session, vet: Session, more: object = {}) {
  const visit = await haveVisit(owner, vet)
  const post = async (path: string, data: object) => {
    const answer = await vet.request.post(`/api/care${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { id } = await post('/notes', {
    bookingId: visit.bookingId,
    petId: visit.petId,
    type: 'exam',
    plan: 'Rest for a week.',
    ...more,
  })
  await post(`/notes/${id}/signature`, { seen: 1 })
  return { ...visit, id: id as string }
}

test('a vet drafts a visit note, signs it and adds to it, and the owner reads it in another browser', async ({
  page,
  openWindow,
}) => {
  const vet = await openWindow()
  const { petId } = await haveVisit(page, vet)
  await page.goto(`${notes}?pet=${petId}`)
  await expect(page.getByText('No visit notes yet.')).toBeVisible()
  await expectAccessible(page)

  await vet.goto('/appointments?side=visits&tab=past')
  await vet.getByRole('link', { name: 'Add visit note for Bruno' }).click()
  await expect(vet.getByRole('heading', { name: 'Visit note for Bruno' })).toBeVisible()
  await vet.getByLabel('History').fill('Limps since Sunday.')
  await vet.getByLabel('Temperature, °C').fill('83,6')
  await vet.getByRole('button', { name: 'Add a medicine' }).click()
  const medicine = vet.getByRole('group', { name: 'Medicine 1' })
  await expect(medicine.getByRole('textbox', { name: 'Medicine' })).toBeFocused()
  await vet.getByRole('button', { name: 'Save draft' }).click()
  await expect(vet.getByText('Please enter a number from 25 to 45')).toBeVisible()
  await expect(vet.getByLabel('Temperature, °C')).toBeFocused()
  await expectAccessible(vet)
  await vet.getByLabel('Temperature, °C').fill('38,6')
  await vet.getByLabel('Weight').fill('12')
  await medicine.getByRole('textbox', { name: 'Medicine' }).fill('Meloxicam')
  await medicine.getByRole('textbox', { name: 'Strength' }).fill('1 mg')
  // An incomplete line isn't saved: missing fields are named, and typed text stays.
  await vet.getByRole('button', { name: 'Save draft' }).click()
  await expect(medicine.getByRole('textbox', { name: 'Dose' })).toBeFocused()
  await expect(medicine.getByText('Required', { exact: true })).toHaveCount(2)
  await expect(medicine.getByRole('textbox', { name: 'Strength' })).toHaveValue('1 mg')
  await expect(vet.getByLabel('Temperature, °C')).toHaveValue('38,6')
  await medicine.getByRole('textbox', { name: 'Dose' }).fill('1 tablet')
  await medicine.getByRole('textbox', { name: 'How often' }).fill('once a day')
  await medicine.getByRole('textbox', { name: 'Days' }).fill('5')
  await vet.getByRole('button', { name: 'Add a vaccination' }).click()
  const vaccination = vet.getByRole('group', { name: 'Vaccination 1' })
  await vaccination.getByLabel('Vaccine').fill('Rabies')
  const nextYear = new Date(Date.now() + 360 * 86_400_000).toISOString().slice(0, 10)
  await vaccination.getByLabel('Next due').fill(nextYear)
  await vet
    .locator('input[type=file]')
    .setInputFiles({ name: 'x-ray.pdf', mimeType: 'application/pdf', buffer: makePdf() })
  await vet.getByRole('button', { name: 'Save draft' }).dblclick()
  await expect(vet.getByText('Draft', { exact: true })).toBeVisible()
  await expect(vet.getByText('38.6 °C')).toBeVisible()
  await expect(vet.getByRole('link', { name: 'x-ray.pdf' })).toBeVisible()
  await expectAccessible(vet)

  // A note without a plan can't be signed, and the owner doesn't see it.
  await vet.getByRole('button', { name: 'Sign' }).click()
  const dialog = vet.getByRole('dialog', { name: 'Sign this note?' })
  await expect(dialog).toContainText('The note still needs a plan')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await vet.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(vet.getByLabel('Temperature, °C')).toHaveValue('38.6')
  await vet.getByLabel('Plan').fill('Short walks only. One tablet a day with food.')
  await vet.getByRole('button', { name: 'Save draft' }).click()
  await expect(vet.getByRole('region', { name: 'Plan' })).toContainText('Short walks only.')
  await page.reload()
  await expect(page.getByText('No visit notes yet.')).toBeVisible()

  await vet.getByRole('button', { name: 'Sign' }).click()
  await expect(dialog).toContainText('the weight, the vaccinations, a prescription')
  await expectAccessible(vet)
  await dialog.getByRole('button', { name: 'Sign note' }).click()
  await expect(vet.getByText('Signed', { exact: true }).first()).toBeVisible()
  await expect(vet.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()

  await page.goto('/appointments?tab=past')
  await page.getByRole('link', { name: 'Visit note for Bruno' }).click()
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('One tablet a day with food.')
  await expect(page.getByText('Meloxicam, 1 mg')).toBeVisible()
  await expect(page.getByText('12 kg (26.5 lb)')).toBeVisible()
  await expect(page.getByText('Prescription valid until')).toBeVisible()
  await expectAccessible(page)
  const pdf = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/^visit-note-\d{4}-\d\d-\d\d\.pdf$/)

  await vet.getByRole('button', { name: 'Add addendum' }).click()
  await expect(vet.getByText('Please write what you would like to add.')).toBeVisible()
  await vet.getByLabel('Addendum').fill('The x-ray shows nothing broken.')
  await vet.getByRole('button', { name: 'Add addendum' }).click()
  await expect(vet.getByRole('region', { name: /^Addendum, / })).toContainText('nothing broken')
  await page.reload()
  await expect(page.getByRole('region', { name: /^Addendum, / })).toContainText('nothing broken')

  await page.getByRole('link', { name: 'All notes about Bruno' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Vaccinations due' })).toContainText('Rabies')
  await expectAccessible(page)
  await page.goto(`/profile/add-pet?pet=${petId}`)
  await expect(page.getByText('12 kg (26.5 lb)')).toBeVisible()
  await page.getByRole('link', { name: /^From a visit note: Rabies/ }).click()
  await expect(page.getByRole('heading', { name: 'Visit note for Bruno' })).toBeVisible()
})

test('a draft saved in another tab isn’t overwritten, and typed text stays', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const vet = await openWindow()
  const { bookingId, petId } = await haveVisit(page, vet)
  const draft = await vet.request.post('/api/care/notes', {
    data: { bookingId, petId, type: 'note', plan: 'One' },
  })
  const { id } = await draft.json()
  const other = await vet.context().newPage()
  await vet.goto(`${notes}?note=${id}&edit=1`)
  await other.goto(`${notes}?note=${id}&edit=1`)
  // Wait for the note, not only for its URL.
  for (const tab of [vet, other]) await expect(tab.getByLabel('Plan')).toHaveValue('One')
  await vet.getByLabel('Plan').fill('From the first tab')
  await vet.getByRole('button', { name: 'Save draft' }).click()
  await expect(vet.getByRole('region', { name: 'Plan' })).toContainText('From the first tab')
  await other.getByLabel('Plan').fill('From the second tab')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByRole('alert').getByText('This note has been changed elsewhere.')).toBeVisible()
  await expect(other.getByLabel('Plan')).toHaveValue('From the second tab')
  await vet.goto(`${notes}?pet=${petId}`)
  await vet.getByRole('article').getByRole('link').click()
  await vet.getByRole('button', { name: 'Delete' }).click()
  await vet.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(vet.getByText('No visit notes yet.')).toBeVisible()
})

test('a stranger can read a note by its shared link until the owner revokes it', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const { id } = await haveNote(page, await openSession(), { history: 'ब्रूनो लँगड़ाता है' })
  await page.goto(`${notes}?note=${id}`)
  const share = page.getByRole('region', { name: 'Share' })
  await share.getByRole('button', { name: 'Create a link' }).click()
  const address = await share.getByRole('textbox', { name: /^Works until / }).inputValue()
  await expectAccessible(page)
  const stranger = await openWindow()
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'Visit note for Bruno' })).toBeVisible()
  await expect(stranger.getByText('ब्रूनो लँगड़ाता है')).toBeVisible()
  await expect(stranger.getByRole('main')).not.toContainText('Asha')
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectAccessible(stranger)
  await share.getByRole('button', { name: /^Revoke/ }).click()
  await expect(share.getByRole('textbox')).toHaveCount(0)
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  await stranger.goto('/notes/shared/nothing')
  await expect(stranger.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  await expectAccessible(stranger)
})

test('an owner stores an old document as a note and filters notes by kind in the URL', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  const { user } = await (await page.request.get('/api/me')).json()
  await page.goto(notes)
  await expect(page.getByRole('link', { name: 'Add a pet' })).toBeVisible()
  await expectAccessible(page)
  await inDatabase((db) => makePet(db, { ownerId: user.records.pet_owner, name: 'Tiger' }))
  await page.reload()
  await page.getByRole('link', { name: 'Add your own note' }).first().click()
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Please describe it in a few words.')).toBeVisible()
  await expect(page.getByLabel('What is it?')).toBeFocused()
  await page.getByLabel('What is it?').fill('Booklet of his first year')
  // Visiting another page loses nothing.
  await page.getByRole('link', { name: 'All notes about Tiger' }).click()
  await page.getByRole('link', { name: 'Add your own note' }).first().click()
  await expect(page.getByLabel('What is it?')).toHaveValue('Booklet of his first year')
  await page.getByLabel('Date').fill('2024-02-01')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'booklet.pdf', mimeType: 'application/pdf', buffer: makePdf() })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Added by owner').first()).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Remove booklet.pdf' }).click()
  await page.getByLabel('What is it?').fill('Booklet')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('region', { name: 'Note' })).toHaveText(/Booklet$/)
  await expect(page.getByRole('region', { name: 'Files' })).toHaveCount(0)

  await page.getByRole('link', { name: 'All notes about Tiger' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Kind').selectOption('Exam')
  await expect(page).toHaveURL(/type=exam/)
  await expect(page.getByText('No notes of this kind: exam.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Kind')).toHaveValue('exam')
  await page.getByRole('link', { name: 'Show all kinds' }).click()
  await expect(page.getByRole('article')).toContainText('Booklet')
})

test('notes that fail to load come back with Retry, and other people’s notes aren’t found', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const { id, petId } = await haveNote(page, await openSession())
  await page.route('**/rpc/care/notes**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(`${notes}?pet=${petId}`)
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await page.unroute('**/rpc/care/notes**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(`${notes}?note=${id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`)
  await expect(page.getByRole('heading', { name: 'We couldn’t find this note.' })).toBeVisible()
  await expectAccessible(page)
})
