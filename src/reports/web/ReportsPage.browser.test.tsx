import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectNothingBeyondTheEdge,
  expectNoViolations,
} from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { desktop, phone } from '#/app/testing/browser/screen.ts'
import { locationContract } from '#/location/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { answerMap, answerReport, answerTiles, makeCard, makeReport } from './report.factory.ts'

const aizawl = { lat: 23.73, lon: 92.72 }
const map = page.getByRole('region', { name: 'Map of reports' })
const chosen = page.getByRole('region', { name: 'Chosen on the map' })

async function beIn(town: string, now: string | RegExp = 'Set your location'): Promise<void> {
  await page.getByRole('button', { name: now }).click()
  const field = page.getByRole('dialog', { name: 'Update Location' }).getByLabelText('New location')
  await field.fill(town)
  await userEvent.keyboard('{Enter}')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
  answer(reportsContract.reports, { rows: [makeCard({ petName: 'Pepper' })], nextCursor: null })
  answer(locationContract.placesNamed, ({ name }) => ({
    places: [{ city: name, state: null, country: 'India', display: name, ...aizawl }],
  }))
})
afterEach(() => {
  vi.useRealTimers()
})

test('the list keeps its filters in the address', async () => {
  answerTiles(false)
  const { inputs } = answer(reportsContract.reports, { rows: [], nextCursor: null })
  await openPage('/pet-reports')
  await expect.element(page.getByRole('heading', { name: 'Pet reports' })).toBeVisible()
  await expect.element(page.getByText('you need an account, and for a lost pet a photo')).toBeVisible()
  await page.getByRole('tab', { name: 'Found' }).click()
  await userEvent.selectOptions(page.getByLabelText('Species'), 'Rabbit')
  await userEvent.selectOptions(page.getByLabelText('Reported'), 'Last 7 days')
  await expect.poll(address).toBe('/pet-reports?tab=found&species=rabbit&days=7')
  await openPage('/pet-reports?tab=found&species=rabbit&days=7')
  await expect.element(page.getByLabelText('Species')).toHaveValue('rabbit')
  await expectAccessible()
  expect(inputs.at(-1)).toMatchObject({ status: 'found', species: 'rabbit', days: 7 })
})

test('alerts and the map say what to do about a location that no list knows, and alerts are named shortly', async () => {
  signIn('Tara Bose')
  answerTiles(false)
  const { inputs } = answer(reportsContract.setAlertPlace)
  answer(reportsContract.alertPlace, { place: null })
  answer(locationContract.placesNamed, { places: [] })
  await openPage('/pet-reports')
  await beIn('Banyan tree', /^(Detecting location|Location)/)
  await page.getByRole('button', { name: 'Save as I wrote it' }).click()
  const alerts = page.getByRole('region', { name: 'Alerts near you' })
  await expect.element(alerts).toHaveTextContent('We don’t know where “Banyan tree” is. To turn them on,')
  await expect.element(page.getByText('To see who is missing near you, change')).toBeVisible()
  answer(locationContract.placesNamed, {
    places: [
      {
        city: 'Aizawl',
        state: 'Mizoram',
        country: 'India',
        display: 'Zarkawt, Aizawl, Mizoram, India',
        ...aizawl,
      },
    ],
  })
  answerMap()
  answerReport(makeReport())
  await beIn('Zarkawt', /^Banyan tree/)
  await alerts.getByRole('button', { name: 'Turn on alerts near Zarkawt' }).click()
  await expect.poll(() => inputs).toMatchObject([{ area: 'Zarkawt, Aizawl, Mizoram, India' }])
})

test('a list without one’s own report says where that is', async () => {
  signIn('Tara Bose')
  answerTiles(false)
  answer(reportsContract.alertPlace, { place: null })
  answer(reportsContract.reports, { rows: [], nextCursor: null })
  answer(reportsContract.mine, { rows: [makeCard({ status: 'lost' })], nextCursor: null })
  await openPage('/pet-reports')
  await expect.element(page.getByText('Your own report is under Mine.')).toBeVisible()
  await expect.element(page.getByText('No other lost pets')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Mine' }).click()
  await expect.poll(address).toBe('/pet-reports?tab=mine')
  await openPage('/pet-reports?tab=found')
  await expect.element(page.getByText('No found pets')).toBeVisible()
  await expect.element(page.getByText('Your own report')).not.toBeInTheDocument()
})

for (const size of [desktop, phone])
  test(`a visitor sees on a map where pets were found, comes closer, and chooses one, ${size.width} px wide`, async () => {
    answerTiles(true)
    answerMap(
      { name: 'Pepper', ...aizawl },
      { name: 'Salt', lat: 23.73, lon: 92.724 },
      { name: 'Saffron', lat: 23.73, lon: 92.8 },
    )
    answerReport(makeReport({ petName: 'Pepper', position: aizawl }))
    await openPage('/pet-reports?tab=found', size)
    await beIn('Aizawl')
    if (size === phone) {
      await page.getByRole('button', { name: 'Show map' }).click()
      await expect.poll(address).toMatch(/view=map/)
    }
    await expect.element(map.getByRole('button', { name: 'Saffron, Aizawl' })).toBeVisible()
    await expect.element(map.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible()
    const alone = map.getByRole('button', { name: 'Pepper, Aizawl' })
    await expect.element(alone).not.toBeInTheDocument()
    // Each press comes two steps closer, until they are apart.
    const together = map.getByRole('button', { name: '2 reports' })
    await vi.waitFor(
      async () => {
        if (alone.elements().length > 0) return
        ;(together.element() as HTMLElement).focus()
        await userEvent.keyboard('{Enter}')
        throw new Error('They are not apart yet')
      },
      { interval: 200, timeout: 5000 },
    )
    ;(alone.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(chosen).toHaveTextContent('Pepper')
    expectNothingBeyondTheEdge()
    await expectNoViolations()
    await chosen.getByRole('link', { name: 'Pepper' }).click()
    await expect.element(page.getByRole('heading', { name: 'Where it was found' })).toBeVisible()
  })

test('without map images, the list tells how far away and in which direction pets are missing', async () => {
  answerTiles(false)
  answerMap({ name: 'Misty', lat: 23.66, lon: 92.72 })
  // The chosen pet's card may appear below the mouse, and reads ahead then.
  answerReport(makeReport({ petName: 'Misty' }))
  await openPage('/pet-reports')
  await expect
    .element(page.getByText('Choose your location above to see who is missing near you.'))
    .toBeVisible()
  await beIn('Aizawl')
  await page.getByRole('button', { name: /^Misty, about \d+ km away, south/ }).click()
  await expect.element(chosen.getByRole('link')).toHaveTextContent('Misty')
  await expect.element(page.getByText('You are in the middle, and north is up.')).toBeVisible()
  await expectAccessible()
  await userEvent.selectOptions(page.getByLabelText('Distance'), 'Within 5 km')
  await expect.element(page.getByText('No lost pets within 5 km.')).toBeVisible()
  await page.getByRole('tab', { name: 'Found' }).click()
  await expect.element(page.getByText('No found pets within 5 km.')).toBeVisible()
})
