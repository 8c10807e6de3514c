import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshSession } from '#/accounts/web/index.ts'
import { expectAccessible, expectNothingBeyondTheEdge } from '#/app/testing/browser/accessible.ts'
import { answer, fail, lose } from '#/app/testing/browser/answers.ts'
import { answerAuth } from '#/app/testing/browser/auth.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn, signOut } from '#/app/testing/browser/people.ts'
import { locationContract, type Place } from '#/location/contract.ts'
import { reportsContract } from '#/reports/contract.ts'

const line = page.getByRole('main').getByRole('button', { name: /Change$/ })
const dialog = page.getByRole('dialog', { name: 'Update Location' })
const field = dialog.getByLabelText('New location')
const update = dialog.getByRole('button', { name: 'Update Location' })
const kept = () => JSON.parse(localStorage.getItem('userLocation') ?? 'null') as object | null

const place = (display: string, lat: number, lon: number): Place => {
  const [city, state, country] = display.split(', ') as [string, string, string]
  return { city, state, country, display, lat, lon }
}
const bengaluru = place('Bengaluru, Karnataka, India', 12.97, 77.75)
const pune = place('Pune, Maharashtra, India', 18.52, 73.86)

type Ask = typeof navigator.geolocation.getCurrentPosition
const whitefield = { coords: { latitude: 12.971599, longitude: 77.750812 } } as GeolocationPosition
const ask = vi.fn<Ask>()
const beAtWhitefield: Ask = (found) => found(whitefield)
const refuseTo =
  (code: number): Ask =>
  (_found, failed) =>
    failed!({ code } as GeolocationPositionError)

beforeEach(() => {
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation(ask)
  ask.mockReset().mockImplementation(refuseTo(1))
  answer(locationContract.service, { on: true, credits: [], tiles: null })
  answer(reportsContract.alertPlace, { place: null })
  answer(locationContract.placeAt, { place: bengaluru })
  answer(locationContract.placesNamed, ({ name }) => ({ places: /pune/i.test(name) ? [pune] : [] }))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const logIn = (fields = {}) => signIn('Asha Verma', { sessionId: newId(), ...fields })

async function openDialog(): Promise<void> {
  await line.click()
  await expect.element(field).toHaveFocus()
}

test('after login, the user’s place is found, shown and saved, and only our server gets a rough position', async () => {
  ask.mockImplementation(beAtWhitefield)
  const looked = answer(locationContract.placeAt, { place: bengaluru })
  logIn()
  answerDashboard()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Bengaluru, Karnataka, IndiaChange$/)
  await expectAccessible()
  expect(kept()).toMatchObject({ ...bengaluru, isLoading: false, error: null })
  expect(looked.inputs).toEqual([{ lat: 12.97, lon: 77.75 }])
  await visit('/dashboard')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Good /)
  await expect.element(line).toHaveTextContent(/^Bengaluru, Karnataka, IndiaChange$/)
  await expectAccessible()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a visitor isn’t asked for their place but can set one, and keeps it after login', async () => {
  await openPage('/services')
  await page.getByRole('button', { name: 'Set your location' }).click()
  await expectAccessible()
  await field.fill('pune')
  await userEvent.keyboard('{Enter}')
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
  logIn()
  await refreshSession()
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
  expect(ask).not.toHaveBeenCalled()
})

test('the profile’s city is used when the browser gives no position', async () => {
  logIn({ city: 'Mysuru' })
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^MysuruChange$/)
})

test('a user who denies geolocation isn’t asked again and can type a place instead', async () => {
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Location unavailableChange$/)
  expect(kept()).toMatchObject({ display: 'Location unavailable', error: 'Location access denied' })
  await visit('/coming-soon')
  await expect.element(line).not.toBeInTheDocument()
  await visit('/services')
  await expect.element(line).toHaveTextContent(/^Location unavailableChange$/)
  expect(ask).toHaveBeenCalledTimes(1)

  await openDialog()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Location access denied.')
  await expectAccessible()
  await field.fill('  Pune ')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Location updated to Pune, Maharashtra, India.')).toBeVisible()
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
  await expect.element(line).toHaveFocus()
  expect(kept()).toMatchObject({ lat: 18.52, lon: 73.86, error: null })
})

test('geolocation that times out says so, and a late answer still counts', async () => {
  ask.mockImplementation(() => undefined)
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Detecting location\.\.\.Change$/)
  expect(kept()).toMatchObject({ display: 'Detecting location...', isLoading: true })
  await expect.poll(() => ask.mock.calls).toHaveLength(1)
  const [found, failed] = ask.mock.calls[0]!
  failed!({ code: 3 } as GeolocationPositionError)
  await expect.element(line).toHaveTextContent(/^Location unavailableChange$/)
  expect(kept()).toMatchObject({ error: 'Location request timed out', isLoading: false })
  found(whitefield)
  await expect.element(line).toHaveTextContent(/^Bengaluru, Karnataka, IndiaChange$/)
})

test('a browser without geolocation is told so, and the dialog works', async () => {
  vi.spyOn(Navigator.prototype, 'geolocation', 'get').mockReturnValue(undefined as never)
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Location not supportedChange$/)
  expect(kept()).toMatchObject({ display: 'Location not supported', error: 'Location not supported' })
  await openDialog()
  await field.fill('Pune')
  await update.click()
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
})

test('a failed location look-up shows an error, and a second try works', async () => {
  ask.mockImplementation(beAtWhitefield)
  lose(locationContract.placeAt)
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Location unavailableChange$/)
  expect(kept()).toMatchObject({ error: 'Failed to fetch location data' })
  await openDialog()
  fail(locationContract.placeAt)
  const detect = dialog.getByRole('button', { name: 'Use my current location' })
  await detect.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to load location data.')
  answer(locationContract.placeAt, { place: bengaluru })
  await detect.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(line).toHaveTextContent(/^Bengaluru, Karnataka, IndiaChange$/)
})

test('a place is required, may be ambiguous, and is saved as typed if unknown', async () => {
  const states = ['Illinois', 'Missouri', 'Ohio', 'Oregon', 'Massachusetts']
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Location unavailable/)
  await openDialog()
  await field.fill('   ')
  await update.click()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription('Please enter a location')
  answer(locationContract.placesNamed, {
    places: states.map((state, index) => place(`Springfield, ${state}, United States`, 40 + index, -90)),
  })
  await field.fill('Springfield')
  await expect.element(field).not.toHaveAccessibleDescription('Please enter a location')
  await update.click()
  const choices = dialog.getByRole('button', { name: /^Springfield, / })
  await expect.element(choices.first()).toHaveFocus()
  expect(choices.elements()).toHaveLength(5)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(line).toHaveTextContent(/^Location unavailable/)

  await line.click()
  await expect.element(field).toHaveValue('Springfield')
  await dialog.getByRole('button', { name: 'Springfield, Illinois, United States' }).click()
  await expect.element(line).toHaveTextContent(/^Springfield, Illinois, United StatesChange$/)

  const asked = answer(locationContract.placesNamed, { places: [] })
  await openDialog()
  await field.fill('Behind the old banyan tree')
  await update.dblClick()
  await expect
    .element(field)
    .toHaveAccessibleDescription(/^We don’t know where “Behind the old banyan tree” is/)
  await expect.element(field).toHaveFocus()
  await expectAccessible()
  expect(asked.inputs).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Save as I wrote it' }).click()
  expect(kept()).toMatchObject({ display: 'Behind the old banyan tree', city: null, lat: null })
  await openDialog()
  await expect
    .element(dialog.getByText('Saved as you wrote it, because we couldn’t find it on the map.'))
    .toBeVisible()
})

test('a failed look-up loses nothing typed', async () => {
  logIn()
  await openPage('/services')
  await openDialog()
  lose(locationContract.placesNamed)
  await field.fill('Pune')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to fetch location data.')
  await expect.element(field).toHaveValue('Pune')
  answer(locationContract.placesNamed, { places: [pune] })
  await update.click()
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
})

test('logging out clears the place, and the next login finds it again', async () => {
  ask.mockImplementation(beAtWhitefield)
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Bengaluru/)
  answerAuth('/sign-out', () => {
    signOut()
    return {}
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(address).toBe('/')
  await expect.poll(kept).toBeNull()
  answer(locationContract.placeAt, { place: pune })
  logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('the place is looked up again when a user logs in after their session expired', async () => {
  ask.mockImplementation(beAtWhitefield)
  const { id } = logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Bengaluru/)
  answer(locationContract.placeAt, { place: pune })
  logIn({ id })
  await refreshSession()
  await expect.element(line).toHaveTextContent(/^Pune/)
})

test('a place set in one tab shows in the other', async () => {
  const { id } = logIn()
  await openPage('/services')
  await expect.element(line).toHaveTextContent(/^Location unavailable/)
  const there = { ...kept(), ...pune, userId: id, error: null }
  localStorage.setItem('userLocation', JSON.stringify(there))
  window.dispatchEvent(new StorageEvent('storage', { key: 'userLocation' }))
  await expect.element(line).toHaveTextContent(/^Pune, Maharashtra, IndiaChange$/)
})

test('a long place name fits a narrow phone', async () => {
  logIn()
  await openPage('/services', { width: 320, height: 640 })
  await openDialog()
  await field.fill(`Llan${'fairpwllgwyngyll'.repeat(8)}`)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/^We don’t know where/)
  expectNothingBeyondTheEdge()
  ;(dialog.getByRole('button', { name: 'Save as I wrote it' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(line).toHaveTextContent(/^Llanfair/)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expectNothingBeyondTheEdge()
  await line.click()
  await expect.element(dialog).toBeVisible()
  expectNothingBeyondTheEdge()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectAccessible()
})
