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
  await page.goto(`/profile/add-pet?pet=${petId}`)
  await expect(page.getByText('12 kg (26.5 lb)')).toBeVisible()
  await page.getByRole('link', { name: /^From a visit note: Rabies/ }).click()
  await expect(page.getByRole('heading', { name: 'Visit note for Bruno' })).toBeVisible()
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
