import type { Page } from '@playwright/test'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const licence = { name: 'licence.pdf', mimeType: 'application/pdf', buffer: makePdf() }
/** Trainers, stylists and sitters are listed once they have opened the link in their email. */
const confirm = (email: string) =>
  inDatabase((db) =>
    db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute(),
  )
const banner = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 2 })

async function fillVet(page: Page) {
  await page.getByLabel('Full name').fill('Leela Rao')
  await page.getByLabel('Registration number').fill('KVC/2012/0815')
  await page.getByLabel('Veterinary council').fill('Karnataka Veterinary Council')
  await page.getByLabel('Specialization').fill('General practice')
  await page.getByRole('textbox', { name: 'Clinic', exact: true }).fill('Jayanagar, Bengaluru')
  await page.getByLabel('Clinic phone').fill('+91 80 4112 2399')
  await page.getByLabel('Consultation fee').fill('1,250.50')
}

test('a vet fills in the profile, adds a document, submits it and sees that it is being checked', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  await signUpByApi(page, 'Leela Rao')
  await page.goto('/role-selection')
  await page.getByRole('button', { name: 'Veterinary Doctor' }).click()
  await expect(page).toHaveURL('/profile/veterinary')
  await expect(banner(page, 'Tell owners about you')).toBeVisible()
  await expect(page.getByText('0 of 7 done')).toBeVisible()

  await fillVet(page)
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await expect(banner(page, 'Not submitted yet')).toBeFocused()
  await expect(page.getByText('6 of 7 done')).toBeVisible()
  await page.getByRole('link', { name: 'A document that shows your registration' }).click()
  await expect(page).toHaveURL('/profile/veterinary?tab=verification')

  const file = page.getByRole('tabpanel', { name: 'Verification' }).locator('input[type=file]')
  await file.setInputFiles(licence)
  await expect(page.getByRole('link', { name: 'licence.pdf' })).toBeVisible()
  await expect(banner(page, 'Ready to submit')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).dblclick()
  await expect(banner(page, 'Your profile is being checked')).toBeVisible()
  await expect(page.getByText('Owners can find you once it’s verified.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeHidden()
  await page.reload()
  await expect(banner(page, 'Your profile is being checked')).toBeVisible()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByLabel('Consultation fee')).toHaveValue('1250.5')

  const answer = await page.request.get(
    (await page.getByRole('link', { name: 'licence.pdf', includeHidden: true }).getAttribute('href'))!,
  )
  expect(answer.headers()['content-disposition']).toContain('attachment')

  await page.goto('/dashboard')
  await expect(page.getByText('Your vet profile: Being checked')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'My profile' }).click()
  await expect(page).toHaveURL('/profile/veterinary')
})

test('a sitter completes their profile, learns that owners can find them, and adds photos of the home', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^Connecting to 'blob:/)
  const { email } = await signUpByApi(page, 'Ravi Nair')
  await confirm(email)
  await page.goto('/profile/pet-sitter')
  await page.getByLabel('Full name').fill('Ravi Nair')
  await page.getByLabel('Place').fill('Indiranagar, Bengaluru')
  await page.getByLabel('Years of experience').fill('3')
  await page.getByLabel('Rate per hour').fill('250')
  await page.getByRole('button', { name: 'Save' }).click()
  const services = page.getByRole('group', { name: 'Services' })
  await expect(services).toHaveAccessibleDescription('Required')
  await expect(page.getByRole('checkbox', { name: 'Hostel check-in' })).toBeFocused()
  await services.getByRole('checkbox', { name: 'Dog walking' }).check()
  await expect(services).not.toHaveAccessibleDescription('Required')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(banner(page, 'Owners can find you')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Photos' }).click()
  await page
    .getByRole('tabpanel', { name: 'Photos' })
    .locator('input[type=file]')
    .setInputFiles('public/icon-192.png')
  await expect(page.getByAltText('Your home, 1 of 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(page.getByAltText('Your home, 1 of 1')).toBeHidden()
})

for (const [path, skill, name] of [
  ['/profile/pet-trainer', 'Puppy Training', 'Kavya Pillai'],
  ['/profile/pet-stylist', 'Nail Trimming', 'Tara Bose'],
] as const)
  test(`${path}: a complete profile is listed at once`, async ({ page }) => {
    const { email } = await signUpByApi(page, name)
    await confirm(email)
    await page.goto(path)
    await page.getByLabel('Rate per hour').fill('600')
    await page.getByRole('button', { name: 'Save' }).click()
    const chosen = page.getByRole('checkbox', { name: skill })
    await expect(page.getByRole('group').filter({ has: chosen })).toHaveAccessibleDescription('Required')
    await chosen.check()
    const strict = page.getByRole('radio', { name: 'Strict' })
    if (path === '/profile/pet-trainer') await strict.check()
    if (path === '/profile/pet-stylist')
      await expect(page.getByLabel('Pets per appointment')).toHaveValue('2')
    await page.getByLabel('Place', { exact: true }).fill('Indiranagar, Bengaluru')
    await page.getByRole('button', { name: 'Save' }).click()
    // Trainers have usual hours.
    const listed =
      path === '/profile/pet-stylist' ? 'Owners can find you, but not book you' : 'Owners can find you'
    await expect(banner(page, listed)).toBeVisible()
    await expect(
      page.getByText(/Submit (it|your profile) for review to get the Verified badge\./),
    ).toBeVisible()
    await page.reload()
    await expect(chosen).toBeChecked()
    if (path === '/profile/pet-trainer') await expect(strict).toBeChecked()
  })

test('an owner sees what is missing until the profile is complete', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/profile/pet-owner')
  const list = page.getByRole('region', { name: 'Your profile isn’t complete yet' })
  await expect(list.getByText('1 of 2 done')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveText(['City'])
  await list.getByRole('button', { name: 'City' }).click()
  await page.keyboard.type('Pune')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await expect(list).toBeHidden()
})

test('a pharmacist saves the profile; a supplier enters bank details once, and later sees only the last digits', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  await signUpByApi(page, 'Kabir Shah')
  await page.goto('/profile/pharmacist')
  await page.getByLabel('Registration number').fill('KPC-1')
  await page.getByLabel('Shop licence number').fill('KA-B1')
  await page.getByLabel('Shop address').fill('4 Church Street')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(banner(page, 'Ready to submit')).toBeVisible()
  await page.goto('/profile/supplier')
  await page.getByLabel('Business name').fill('Happy Paws')
  await page.getByLabel('Pickup address').fill('12 MG Road, Pune')
  await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZW')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('GSTIN')).toHaveAccessibleDescription(/isn’t a valid GSTIN/)
  await page.getByLabel('GSTIN').fill('27aapfu0939f1zv')
  await page.getByLabel('Account holder').fill('Happy Paws')
  await page.getByLabel('Account number').fill('501000123456')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please fill in all three')).toBeVisible()
  await page.getByLabel('IFSC').fill('HDFC0001234')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your account ends in 3456.')).toBeVisible()
  await expect(page.getByLabel('Account number')).toHaveValue('')
  await expect(page.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZV')
  await expectAccessible(page)
  await page.getByLabel('Remove the saved account').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your account ends in')).toBeHidden()
})
