import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { fileInput, pictureFile } from '#/app/testing/browser/files.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { HOUR } from '#/kernel/duration.ts'
import { locationContract } from '#/location/contract.ts'
import { petDetailsSchema, petSchema, petsContract } from '#/pets/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { answerReport, answerTiles, makeCard, makeOwn, makeReport } from './report.factory.ts'

const aizawl = { lat: 23.73, lon: 92.72 }
const report = page.getByRole('button', { name: 'Report', exact: true })

test('a report of a lost pet asks for a photo, and its draft outlasts a visit to another page', async () => {
  signIn('Tara Bose')
  answerTiles(false)
  answer(petsContract.list, { rows: [], nextCursor: null })
  answer(reportsContract.reports, { rows: [], nextCursor: null })
  answer(reportsContract.alertPlace, { place: null })
  await openPage('/pet-reports/create')
  await report.click()
  await expect
    .element(page.getByRole('main').getByRole('alert').first())
    .toHaveTextContent(/^Please add a photo/)
  await expect.element(page.getByLabelText('Add a photo')).toHaveFocus()
  await expectAccessible()
  const fake = (name: string) => new File(['Not a picture'], name, { type: 'image/jpeg' })
  await fileInput().upload([fake('fake.jpg'), fake('forged.jpg')])
  await expect.element(page.getByText('We couldn’t read this picture')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).not.toBeInTheDocument()
  await fileInput().upload(await pictureFile('misty.jpg'))
  await expect.element(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await page.getByLabelText('Name').fill('Misty')
  await choose(page.getByRole('radio', { name: 'Cat' }))
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('heading', { name: 'Pet reports' })).toBeVisible()
  history.back()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Misty')
  await expect.element(page.getByRole('radio', { name: 'Cat' })).toBeChecked()
})

test('a reload keeps what was filled in, and asks for the photos again', async () => {
  const draftOf = (name: string) => `pawfolk.kept-draft.pet report of ${signIn(name).id}`
  const before = draftOf('Tara Bose')
  answerTiles(false)
  answer(petsContract.list, { rows: [], nextCursor: null })
  await openPage('/pet-reports/create?status=found')
  await page.getByLabelText('Name, if you know it').fill('Misty')
  await fileInput().upload(await pictureFile('misty.jpg'))
  await choose(page.getByRole('radio', { name: 'Cat' }))
  await page.getByLabelText('Where did you find it?').fill('By the lake')
  await expect.element(page.getByText('still here')).not.toBeInTheDocument()

  // As a reload finds it: in the tab's storage, and not in the page's memory.
  const stored = sessionStorage.getItem(before)
  const after = draftOf('Omar Khan')
  await openPage('/about')
  sessionStorage.setItem(after, stored!)
  await visit('/pet-reports/create')
  await expect.element(page.getByLabelText('Name, if you know it')).toHaveValue('Misty')
  await expect.element(page.getByRole('radio', { name: 'Cat' })).toBeChecked()
  await expect.element(page.getByLabelText('Where did you find it?')).toHaveValue('By the lake')
  await expect
    .element(page.getByText('What you filled in is still here. Please choose the photos again.'))
    .toBeVisible()
  const areMissing = () => JSON.parse(sessionStorage.getItem(after)!).files
  await page.getByLabelText('Name, if you know it').fill('Mist')
  expect(areMissing()).toBe(true)
  await fileInput().upload(await pictureFile('misty.jpg'))
  await expect.element(page.getByText('choose the photos again')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect.poll(areMissing).toBe(false)
  await report.click()
  await expect.element(page.getByLabelText('When did you find it?')).toHaveFocus()
})

test('a pet’s page leads to a report that is filled in from it, and later to that report', async () => {
  signIn('Omar Khan')
  answerTiles(false)
  const facts = {
    id: newId(),
    name: 'Simba',
    species: 'dog',
    breed: 'Beagle',
    photoUrl: '/portraits/bruno.svg',
  } as const
  answer(petsContract.list, { rows: [made(petSchema, facts)], nextCursor: null })
  answer(petsContract.get, made(petDetailsSchema, { ...facts, sex: 'male', colour: 'Brown and white' }))
  await openPage(`/profile/add-pet?pet=${facts.id}`)
  await page.getByRole('link', { name: 'Report as lost' }).click()
  await expect.element(page.getByRole('radio', { name: 'Simba' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'I lost a pet' })).toBeChecked()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Simba')
  await expect.element(page.getByRole('radio', { name: 'Dog' })).toBeChecked()
  await expect.element(page.getByLabelText('Colours')).toHaveValue('Brown and white')
  await expect.element(page.getByAltText('Your pet, from its page')).toBeVisible()

  const id = newId()
  const { inputs } = answer(reportsContract.mine, { rows: [makeCard({ id })], nextCursor: null })
  answerReport(makeReport({ id, own: makeOwn() }))
  await openPage(`/profile/add-pet?pet=${facts.id}`)
  await page.getByRole('link', { name: 'Open its report' }).click()
  await expect.poll(address).toBe(`/pet-reports/${id}`)
  expect(inputs[0]).toEqual({ petId: facts.id })
})

test('a report keeps the area that was chosen, and a position of one’s own with the words typed for it', async () => {
  signIn('Omar Khan')
  answerTiles(false)
  answer(petsContract.list, { rows: [], nextCursor: null })
  const bengaluru = { city: 'Bengaluru', state: 'Karnataka', country: 'India', lat: 12.98, lon: 77.64 }
  answer(locationContract.placesNamed, {
    places: [{ ...bengaluru, display: 'Indiranagar, Bengaluru, Karnataka, India' }],
  })
  answer(locationContract.placeAt, { place: { ...bengaluru, display: 'Bengaluru, Karnataka, India' } })
  const here = { coords: { latitude: 12.978434, longitude: 77.640881 } } as GeolocationPosition
  const asked = vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((found) => found(here))
  await openPage('/pet-reports/create?status=found')
  const place = page.getByLabelText('Where did you find it?')
  await place.fill('560038')
  await page.getByRole('button', { name: 'Find place' }).click()
  await expect.element(place).toHaveValue('Indiranagar, Bengaluru, Karnataka')
  await expect.element(page.getByText('to within about a kilometre')).toBeVisible()
  answer(locationContract.placesNamed, {
    places: [
      {
        ...bengaluru,
        display: 'CMH Road, Indiranagar, Bengaluru, Karnataka, India',
        positionOf: 'Indiranagar',
      },
    ],
  })
  await place.fill('CMH Road, Indiranagar')
  await page.getByRole('button', { name: 'Find place' }).click()
  await expect.element(page.getByText('so your report is placed at Indiranagar')).toBeVisible()
  await place.fill('')
  await page.getByRole('button', { name: 'I’m there now' }).click()
  await expect.element(place).toHaveValue('Bengaluru, Karnataka')
  await place.fill('9th Main, Indiranagar')
  await expect.element(page.getByText('to within about 300 m')).toBeVisible()
  await expectAccessible()
  await choose(page.getByRole('radio', { name: 'Dog' }))
  const anHourAgo = new Date(Date.now() - HOUR - new Date().getTimezoneOffset() * 60_000)
  await page.getByLabelText('When did you find it?').fill(anHourAgo.toISOString().slice(0, 16))
  const { inputs } = answer(reportsContract.create, { id: newId() })
  answerReport(makeReport())
  await report.click()
  await expect
    .poll(() => inputs.map(({ place: sent }) => sent))
    .toEqual([{ area: '9th Main, Indiranagar', position: { lat: 12.97843, lon: 77.64088 } }])
  asked.mockRestore()
})

test('right after posting, the report’s page begins with the reports that may be of the same pet', async () => {
  signIn('Omar Khan')
  answerTiles(false)
  answer(petsContract.list, { rows: [], nextCursor: null })
  answer(locationContract.placesNamed, { places: [] })
  const id = newId()
  answer(reportsContract.create, { id })
  answerReport(makeReport({ id, own: makeOwn() }))
  const lost = makeCard({ status: 'lost', petName: 'Misty', photoUrl: '/portraits/misty.svg', distanceKm: 0 })
  const reasons = ['same species', 'about 1 km apart']
  answer(reportsContract.matches, { rows: [{ ...lost, score: 40, reasons }] })
  await openPage('/pet-reports/create?status=found')
  await choose(page.getByRole('radio', { name: 'Cat' }))
  const anHourAgo = new Date(Date.now() - HOUR - new Date().getTimezoneOffset() * 60_000)
  await page.getByLabelText('When did you find it?').fill(anHourAgo.toISOString().slice(0, 16))
  await page.getByLabelText('Where did you find it?').fill('By the lake')
  await report.click()
  const matches = page.getByRole('region', { name: 'Is it one of these?' })
  await expect.element(matches.getByRole('link', { name: 'Misty', exact: true })).toBeVisible()
  await expect.element(matches).toHaveTextContent('Same species, about 1 km apart.')
  await expect.element(matches).not.toHaveTextContent('points')
  const top = (one: Element) => one.getBoundingClientRect().top
  const title = page.getByRole('heading', { level: 1 })
  expect(top(matches.element())).toBeLessThan(top(title.element()))
  await expectAccessible()
})

test('without a place, the map begins with the operator’s country', async () => {
  signIn('Omar Khan')
  answerTiles(false)
  const { inputs } = answer(locationContract.areasAround, {
    areas: [{ name: 'Nagpur', lat: 21.1, lon: 79.1 }],
  })
  answer(locationContract.home, { home: { lat: 22, lon: 80, degrees: 27 } })
  answer(petsContract.list, { rows: [], nextCursor: null })
  await openPage('/pet-reports/create')
  await page.getByRole('button', { name: 'Choose the place on a map' }).click()
  const map = page.getByRole('region', { name: 'Map to choose the place' })
  await expect.element(map.getByText('Nagpur')).toBeVisible()
  await expect.poll(() => Math.abs(Number(inputs.at(-1)?.lon) - 80)).toBeLessThan(10)
  await expect.poll(() => Math.abs(Number(inputs.at(-1)?.lat) - 22)).toBeLessThan(10)
  // The whole world asks for four times as much.
  expect(Number(inputs.at(-1)?.km)).toBeLessThan(7000)
})

test.each([
  ['with map images', true],
  ['without map images, by the names of areas', false],
])('a finder sets the place by a pin, which others see as a circle, %s', async (_, hasTiles) => {
  signIn('Omar Khan')
  answerTiles(hasTiles)
  const { inputs: areas } = answer(locationContract.areasAround, {
    areas: [{ name: 'Zarkawt', lat: aizawl.lat + 0.005, lon: aizawl.lon }],
  })
  answer(petsContract.list, { rows: [], nextCursor: null })
  answer(locationContract.placesNamed, ({ name }) => ({
    places: [{ city: name, state: null, country: 'India', display: name, ...aizawl }],
  }))
  await openPage('/pet-reports/create?status=found')
  const place = page.getByLabelText('Where did you find it?')
  await place.fill('Aizawl')
  await page.getByRole('button', { name: 'Find place' }).click()
  await expect.element(page.getByText('We know where this is')).toBeVisible()
  await page.getByRole('button', { name: 'Correct the place on a map' }).click()
  const map = page.getByRole('region', { name: 'Map to choose the place' })
  const pin = map.getByRole('button', { name: 'The place. Press the map to move it.' })
  await expect.element(pin).toBeVisible()
  if (!hasTiles) await expect.element(map.getByText('Zarkawt')).toBeVisible()
  expect(areas.length > 0).toBe(!hasTiles)
  await expectAccessible()
  await userEvent.click(map, { position: { x: 200, y: 150 } })
  await expect.element(place).toHaveValue('Aizawl')
  await choose(page.getByRole('radio', { name: 'Dog' }))
  const anHourAgo = new Date(Date.now() - HOUR - new Date().getTimezoneOffset() * 60_000)
  await page.getByLabelText('When did you find it?').fill(anHourAgo.toISOString().slice(0, 16))
  const id = newId()
  const { inputs } = answer(reportsContract.create, { id })
  answerReport(makeReport({ id, species: 'dog', position: aizawl, own: makeOwn(aizawl) }))
  await report.click()
  await expect.element(page.getByText('Only you see the pin. Others see the circle.')).toBeVisible()
  const { area, position } = inputs[0]!.place
  expect(area).toBe('Aizawl')
  const km = Math.hypot((position!.lat - aizawl.lat) * 111, (position!.lon - aizawl.lon) * 100)
  expect(km).toBeGreaterThan(0.1)
  expect(km).toBeLessThan(6)
})
