import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose } from '#/app/testing/browser/answers.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { emergencyContract } from '#/emergency/contract.ts'
import { locationContract } from '#/location/contract.ts'
import { answerDirectory, makePlace } from './emergency.factory.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('with a place, the nearest clinic comes first; without a network, the last list stays', async () => {
  answer(locationContract.service, { on: true, credits: [], tiles: null })
  answer(locationContract.placesNamed, {
    places: [
      {
        city: 'Bengaluru',
        state: 'Karnataka',
        country: 'India',
        display: 'Bengaluru',
        lat: 12.97,
        lon: 77.59,
      },
    ],
  })
  const places = [
    makePlace('Night and Day Animal Hospital', { phone: '+91 00000 77001', isAroundTheClock: true }),
    makePlace('Jayanagar Pet Clinic', { phone: '+91 00000 77002', distance: 4 }),
    makePlace('Whitefield Small Animal Clinic', {
      isOpen: null,
      distance: 15,
      lat: 12.9877,
      lon: 77.7312,
      checkedOn: '2026-06-15',
    }),
    makePlace('City Animal Helpline', { kind: 'helpline' }),
  ]
  const { inputs } = answer(emergencyContract.directory, ({ city }) => ({ places: city ? places : [] }))
  await openPage('/emergency-services')
  await expect.element(page.getByText('Set your location above')).toBeVisible()
  await page.getByRole('button', { name: 'Set your location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Bengaluru')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: /^Call .*Night and Day Animal Hospital/ }))
    .toHaveAttribute('href', 'tel:+910000077001')
  await expect.element(page.getByRole('link', { name: /^Call .*City Animal Helpline/ })).toBeVisible()
  expect(inputs.at(-1)).toMatchObject({ lat: 12.97, lon: 77.59, city: 'Bengaluru' })
  await page.getByRole('link', { name: 'All clinics near you' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Vets$/)
  const old = page.getByRole('listitem').filter({ hasText: 'Whitefield Small Animal Clinic' })
  await expect.element(old.getByText('It may have changed since.')).toBeVisible()
  await expect
    .element(old.getByRole('link', { name: /^Directions to/ }))
    .toHaveAttribute('href', expect.stringMatching(/destination=12.9877/))
  await expect.element(page.getByRole('heading', { name: 'Helplines' })).toBeVisible()
  await expect.element(page.getByText('Open now', { exact: true }).first()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Tell us about it' }))
    .toHaveAttribute('href', '/contact')
  await expectAccessible()

  lose(emergencyContract.directory)
  await page.getByRole('link', { name: 'Emergency help' }).click()
  await page.getByRole('link', { name: 'All clinics near you' }).click()
  await expect.element(page.getByText('We can’t be reached. This list is from')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Call .*Jayanagar Pet Clinic/ })).toBeVisible()
  expect(page.getByText('Open now', { exact: true }).elements()).toEqual([])
})

test('without a place, the numbers that administrators keep for the whole country are there', async () => {
  answerDirectory(makePlace('National Line', { kind: 'helpline', city: null, phone: '+91 00000 77099' }))
  await openPage('/emergency/vets')
  await expect.element(page.getByText('Set your location to see who’s near you.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Call .*National Line/ })).toBeVisible()
  await expectAccessible()
})
