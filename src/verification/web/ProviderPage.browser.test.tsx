import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNothingBeyondTheEdge } from '#/app/testing/browser/accessible.ts'
import { answer, fail, lose, refuse } from '#/app/testing/browser/answers.ts'
import { fileInput, textFile } from '#/app/testing/browser/files.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { makeOwnCalendar } from '#/booking/web/availability/calendar.factory.ts'
import { shopContract } from '#/shop/contract.ts'
import * as styling from '#/styling/contract.ts'
import * as training from '#/training/contract.ts'
import { documentSchema, verificationContract } from '#/verification/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'
import { haveNoStanding, haveStanding } from './standing.factory.ts'

const banner = (name: string) => page.getByRole('heading', { name, level: 2 })
const save = page.getByRole('button', { name: 'Save' })

test('missing and invalid fields show an error, and the first one is focused', async () => {
  signIn('Leela Rao')
  haveNoStanding()
  answer(veterinaryContract.profile, null)
  await openPage('/profile/veterinary')
  await expect.element(banner('Tell owners about you')).toBeVisible()
  await expect.element(page.getByText('0 of 7 done')).toBeVisible()
  await page.getByRole('button', { name: 'Veterinary council' }).click()
  await expect.element(page.getByLabelText('Veterinary council')).toHaveFocus()
  const fee = page.getByLabelText('Consultation fee')
  await fee.fill('much')
  const name = page.getByLabelText('Full name')
  await expect.element(name).toHaveValue('Leela Rao')
  await name.fill('')
  await save.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/Required/)
  await expect.element(fee).toHaveAccessibleDescription(/amount in rupees/)
  await expectAccessible()
  await name.fill('Leela Rao')
  await expect.element(name).not.toHaveAccessibleDescription(/Required/)
})

test('a vet adds a document, submits the profile and sees that it is being checked', async () => {
  signIn('Leela Rao')
  answer(veterinaryContract.profile, null)
  const draft = { record: 'veterinary_doctor', status: 'draft', needsVerification: true } as const
  haveStanding({ ...draft, missing: ['document'] })
  await openPage('/profile/veterinary')
  await expect.element(banner('Not submitted yet')).toBeVisible()
  await expect.element(page.getByText('6 of 7 done')).toBeVisible()
  await page.getByRole('link', { name: 'A document that shows your registration' }).click()
  refuse(verificationContract.submit, 'verification.incomplete', { missing: ['document'] })
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'still missing' }))
    .toHaveTextContent('A document')
  const tab = page.getByRole('tabpanel', { name: 'Verification' })
  const file = fileInput(tab.element())
  await file.upload(textFile('notes.txt'))
  await expect.element(page.getByText('Please choose a PDF, or a JPG, PNG or WebP picture.')).toBeVisible()
  answer(verificationContract.addDocument, () => {
    const documents = [made(documentSchema, { name: 'licence.pdf', contentType: 'application/pdf' })]
    haveStanding({ ...draft, documents })
    return { id: newId() }
  })
  await file.upload(new File(['%PDF-1.4'], 'licence.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByRole('link', { name: 'licence.pdf' })).toBeVisible()
  await expect.element(banner('Ready to submit')).toBeVisible()
  await expectAccessible()
  const submitted = answer(verificationContract.submit, () => {
    haveStanding({ ...draft, status: 'submitted' })
    return { status: 'submitted' as const }
  })
  await page.getByRole('button', { name: 'Submit for review' }).dblClick()
  await expect.element(banner('Your profile is being checked')).toBeVisible()
  await expect.element(page.getByText('Owners can find you once it’s verified.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Submit for review' })).not.toBeInTheDocument()
  expect(submitted.inputs).toHaveLength(1)
})

test('typed text survives switching tabs, a failure and a visit to another page', async () => {
  signIn('Noor Jahan')
  haveNoStanding()
  answer(shopContract.pharmacist, null)
  await openPage('/profile/pharmacist')
  await page.getByLabelText('Full name').fill('Noor Jahan')
  await page.getByRole('tab', { name: 'Verification' }).click()
  await expect.element(page.getByText('Save your profile first.')).toBeVisible()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect.element(page.getByLabelText('Full name')).toHaveValue('Noor Jahan')
  await page.getByLabelText('Registration number').fill('KPC-1')
  await page.getByLabelText('Shop licence number').fill('KA-B1')
  await page.getByLabelText('Shop address').fill('4 Church Street')
  lose(shopContract.savePharmacist)
  await save.click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Failed to save your profile.' }))
    .toBeVisible()
  await expect.element(page.getByLabelText('Shop address')).toHaveValue('4 Church Street')
  await page.getByRole('banner').getByRole('link').first().click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect.element(page.getByLabelText('Shop address')).toHaveValue('4 Church Street')
})

for (const [trade, path, title, skill] of [
  ['training', '/profile/pet-trainer', 'Pet trainer profile', 'Puppy Training'],
  ['styling', '/profile/pet-stylist', 'Pet stylist profile', 'Nail Trimming'],
] as const) {
  const { profile, saveProfile } = trade === 'training' ? training.trainingContract : styling.stylingContract

  test(`${title}: there for everyone, narrow and wide, and when it cannot be loaded says so`, async () => {
    signIn('Zoya Khan')
    haveNoStanding()
    fail(profile)
    await openPage(path, { width: 320, height: 640 })
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    answer(profile as typeof training.trainingContract.profile, null)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(save).toBeVisible()
    await expectAccessible()
    expectNothingBeyondTheEdge()
  })

  test(`${path}: what owners book by is required`, async () => {
    signIn('Kavya Pillai')
    haveNoStanding()
    answer(profile as typeof training.trainingContract.profile, null)
    await openPage(path)
    await page.getByLabelText('Rate per hour').fill('600')
    await save.click()
    const chosen = page.getByRole('checkbox', { name: skill })
    await expect
      .element(page.getByRole('group').filter({ has: chosen }))
      .toHaveAccessibleDescription('Required')
    await choose(chosen)
    if (trade === 'styling')
      await expect.element(page.getByLabelText('Pets per appointment')).toHaveValue('2')
    await page.getByLabelText('Place', { exact: true }).fill('Indiranagar, Bengaluru')
    const sent = lose(saveProfile as typeof training.trainingContract.saveProfile)
    await save.click()
    await expect.poll(() => sent.inputs.length).toBe(1)
    expect(sent.inputs[0]).toMatchObject({ location: 'Indiranagar, Bengaluru' })
  })

  test(`${path}: a complete profile is listed at once`, async () => {
    signIn('Kavya Pillai')
    const record = trade === 'training' ? 'pet_trainer' : 'pet_stylist'
    haveStanding({ record, status: 'draft', isListed: true })
    answer(bookingContract.calendars, { calendars: [] })
    answer(profile as typeof training.trainingContract.profile, null)
    await openPage(path)
    await expect.element(banner('Owners can find you')).toBeVisible()
    await expect.element(page.getByText('Submit it for review to get the Verified badge.')).toBeVisible()
    await expectAccessible()
  })
}

test('a provider who isn’t listed for want of a confirmed email or phone is led to confirm one', async () => {
  signIn('Tara Bose')
  haveStanding({ record: 'pet_stylist', status: 'draft', needsConfirmation: true, missing: [] })
  answer(bookingContract.calendars, { calendars: [] })
  answer(styling.stylingContract.profile, null)
  await openPage('/profile/pet-stylist')
  await expect.element(banner('Owners can’t find you yet')).toBeVisible()
  await expect.element(page.getByText('Confirm your email or phone to be listed.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Confirm your email or phone' }))
    .toHaveAttribute('href', '/edit-profile?section=security')
})

test('a stylist without hours and place is told what keeps owners from booking them', async () => {
  signIn('Tara Bose')
  const record = 'pet_stylist'
  haveStanding({ record, status: 'draft', isListed: true })
  const show = (fields: Parameters<typeof makeOwnCalendar>[1]) =>
    answer(bookingContract.calendars, { calendars: [makeOwnCalendar('styling', fields)] })
  show({ hasHours: false, hasPlace: false })
  answer(styling.stylingContract.profile, null)
  await openPage('/profile/pet-stylist')
  await expect.element(banner('Owners can find you, but not book you')).toBeVisible()
  await expect.element(page.getByText('You have no hours, so there are no times to book.')).toBeVisible()
  await expect.element(page.getByText('Your profile is complete.')).not.toBeInTheDocument()
  await expectAccessible()
  await expect
    .element(page.getByRole('link', { name: 'Set your hours' }))
    .toHaveAttribute('href', expect.stringContaining('tab=availability'))
  await page.getByRole('button', { name: 'Add your place' }).click()
  await expect.element(page.getByLabelText('Place', { exact: true })).toHaveFocus()

  show({ awayUntil: '2026-11-20' })
  await openPage('/profile/pet-stylist')
  await expect.element(banner('Owners can find you')).toBeVisible()
  await expect
    .element(page.getByText('You’re on holiday until Fri, 20 Nov 2026. Owners can book later times.'))
    .toBeVisible()
})

test('a stylist whose account will be deleted isn’t told that owners can find them', async () => {
  signIn('Tara Bose')
  haveStanding({ record: 'pet_stylist', status: 'verified', isLeaving: true })
  answer(bookingContract.calendars, { calendars: [makeOwnCalendar('styling')] })
  answer(styling.stylingContract.profile, null)
  await openPage('/profile/pet-stylist')
  await expect.element(banner('Your account will be deleted')).toBeVisible()
  await expect.element(page.getByText(/Owners can find you/)).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Keep my account' }))
    .toHaveAttribute('href', '/edit-profile?section=data')
  await expectAccessible()
})
