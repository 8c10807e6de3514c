import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { expectByKeyboard } from '#/app/testing/browser/keyboard.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { emergencyContract } from '#/emergency/contract.ts'
import { petDetailsSchema, petsContract } from '#/pets/contract.ts'
import { answerDirectory, knowPlace } from './emergency.factory.ts'

const narrow = { width: 320, height: 640 }
const title = page.getByRole('heading', { level: 1 })
const peta = page.getByRole('link', { name: /^Call .*PETA India/ })

beforeEach(() => {
  answerDirectory()
})

test('a visitor sees the numbers to call first, and six ways to help', async () => {
  await openPage('/emergency-services')
  await expect.element(title).toHaveTextContent(/^Emergency help$/)
  await expect.element(peta).toHaveAttribute('href', 'tel:+919820122602')
  await expect.element(peta).toBeInViewport()
  expect(peta.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  const ways = page.getByRole('navigation', { name: 'Emergency help' }).getByRole('link')
  expect(ways.elements().map((way) => way.querySelector('strong')?.textContent?.trim())).toEqual([
    'Vets',
    'Poison',
    'First aid',
    'Report',
    'Shelters',
    'Ambulance',
  ])
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'See the reports near you' }))
    .toHaveAttribute('href', '/pet-reports')
})

test('an unknown page below /emergency shows the main page', async () => {
  await openPage('/emergency/dragons')
  await expect.element(title).toHaveTextContent(/^Emergency help$/)
  expect(address()).toBe('/emergency/dragons')
})

test('a place without entries still has the numbers of the country', async () => {
  knowPlace('Leh, Ladakh, India')
  await openPage('/emergency/ambulance')
  await expect.element(page.getByText('We don’t know an animal ambulance near here yet.')).toBeVisible()
  await expect.element(peta).toBeVisible()
  await visit('/emergency-services')
  await expect
    .element(page.getByText('We don’t know a clinic near Leh, Ladakh, India that’s open now.'))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Know one? Tell us.' }))
    .toHaveAttribute('href', '/contact')
})

for (const path of [
  '/emergency-services',
  '/emergency/vets',
  '/emergency/poison',
  '/emergency/first-aid',
  '/emergency/report',
  '/emergency/shelters',
  '/emergency/ambulance',
])
  test(`on the narrowest phone, ${path} is used by keyboard alone, and has no barriers`, async () => {
    knowPlace('Bengaluru')
    await openPage(path, narrow)
    await expect.element(title).toBeVisible()
    for (const summary of document.querySelectorAll<HTMLElement>('main summary')) {
      summary.focus()
      await userEvent.keyboard('{Enter}')
    }
    await expectAccessible()
    await expectByKeyboard()
  })

test('a visitor’s phone is two taps from a number to call, from the landing page and the login', async () => {
  for (const path of ['/', '/login']) {
    await openPage(path, narrow)
    await page.getByRole('link', { name: 'See who to call now' }).first().click()
    await expect.element(peta).toHaveAttribute('href', expect.stringMatching(/^tel:\+?\d+$/))
  }
  await expectAccessible()
})

test('a member finds their vet’s number and what the vet will ask, at 320 px too', async () => {
  signIn('Asha Verma')
  const own = page.getByRole('region', { name: 'Your vets and pets' })
  const at = new Date()
  answer(emergencyContract.own, { at, vets: [], pets: [] })
  await openPage('/emergency-services', narrow)
  await expect.element(own.getByRole('link', { name: 'Add your pet' })).toBeVisible()

  const bruno = made(petDetailsSchema, {
    id: newId(),
    name: 'Bruno',
    species: 'dog',
    breed: 'Beagle',
    sizeLbs: 26.5,
    sex: 'male',
    microchip: '900123456789012',
    allergies: 'Penicillin',
    dateOfBirth: null,
  })
  answer(emergencyContract.own, { at, vets: [], pets: [{ ...bruno, vaccinations: [] }] })
  await openPage('/emergency-services', narrow)
  answer(petsContract.get, bruno)
  await own.getByRole('link', { name: 'Bruno’s page' }).first().click()
  await expect.element(title).toHaveTextContent(/^Bruno/)

  const vets = [{ name: 'Jayanagar Pet Clinic', phone: '080 2222 0001', of: ['Bruno'] }]
  answer(emergencyContract.own, { at, vets, pets: [{ ...bruno, vaccinations: [] }] })
  await openPage('/emergency-services', narrow)
  await expect.element(own.getByRole('link', { name: /^Call .*Jayanagar Pet Clinic/ })).toBeVisible()
  document.querySelector<HTMLElement>('main summary')!.focus()
  await userEvent.keyboard('{Enter}')
  const facts = own.getByRole('definition')
  await expect.element(facts.first()).toBeVisible()
  expect(facts.elements().map(({ textContent }) => textContent)).toEqual([
    'Penicillin',
    '12 kg (26.5 lb)',
    'Male',
    expect.stringMatching(/^9\d\d( \d{3}){4}$/),
  ])
  await expectAccessible()
  await expectByKeyboard()
})
