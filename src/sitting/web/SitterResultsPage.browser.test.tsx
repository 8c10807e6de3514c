import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import {
  answerPlaces,
  answerSitterPage,
  answerSitters,
  makeFoundSitter,
  makeSitterPage,
  rupees,
} from './sitter.factory.ts'

const cardOf = (name: string) => page.getByRole('article').filter({ hasText: name })
const title = page.getByRole('heading', { level: 1 })
const search = page.getByRole('button', { name: 'Search pet sitters' })
const makePet = (name: string, species: 'dog' | 'cat') => made(petSchema, { id: newId(), name, species })
const answerPets = (...rows: ReturnType<typeof makePet>[]) =>
  answer(petsContract.list, { rows, nextCursor: null })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T08:00:00+05:30') })
  signIn('Asha Verma')
  answerPets()
  answerPlaces()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a search for a stay says what is missing, and its list is filtered, looked at and changed', async () => {
  answerPets(makePet('Coco', 'cat'), makePet('Bruno', 'dog'))
  const photos = ['/homes/garden.svg', '/homes/verandah.svg']
  const leela = makeFoundSitter('Leela Rao', {
    nightlyRate: rupees(1_000),
    experienceYears: 6,
    isVerified: true,
    distanceKm: 1,
    photos,
  })
  const dear = makeFoundSitter('Roshni Das', { nightlyRate: rupees(9_000), distanceKm: 1 })
  const { inputs } = answerSitters(leela, dear)
  await openPage('/services/book-pet-sitter')
  await expect.element(title).toHaveTextContent(/^Book a Pet Sitter$/)
  await choose(page.getByRole('radio', { name: /Hostel check-in/ }))
  await search.click()
  await expect.element(page.getByText('Please choose at least one pet.')).toBeVisible()
  await expect.element(page.getByText('Please choose the day of drop-off.')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /Coco/ })).toHaveFocus()
  await expectAccessible()
  await choose(page.getByRole('checkbox', { name: /Bruno/ }))
  await page.getByLabelText('Place').fill('Port Blair')
  await page.getByLabelText('Drop-off day').fill('2026-11-26')
  await page.getByLabelText('Pick-up day').fill('2026-11-28')
  await search.click()

  await expect
    .element(page.getByRole('region', { name: 'Your search' }))
    .toHaveTextContent('Hostel check-in for Bruno')
  const card = cardOf('Leela Rao')
  for (const text of [
    '₹2,000.00 for 2 nights, estimate',
    '₹200.00 per hour',
    '6 years of experience',
    'about 1 km away',
    'Verified',
    'New',
  ])
    await expect.element(card).toHaveTextContent(text)
  await expect.element(cardOf('Roshni Das')).toBeVisible()
  expect(inputs.at(-1)).toMatchObject({ service: 'hostel-checkin', startDate: '2026-11-26' })
  await expectAccessible()

  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter pet sitters' })
  await dialog.getByLabelText('Highest price').fill('a lot')
  await dialog.getByRole('button', { name: 'Show pet sitters' }).click()
  await expect.element(dialog.getByText('Please write an amount like 300.')).toBeVisible()
  await dialog.getByLabelText('Highest price').fill('1500')
  await userEvent.selectOptions(dialog.getByLabelText('Accepts size'), 'Large, up to 40 kg')
  await choose(dialog.getByLabelText('Verified'))
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Show pet sitters' }).click()
  await expect.poll(address).toMatch(/price=1500.*size=large|size=large.*price=1500/)
  await expect.element(cardOf('Roshni Das')).not.toBeInTheDocument()
  expect(inputs.at(-1)).toMatchObject({ maxPrice: 150_000, size: 'large', isVerified: true })

  await card.getByRole('button', { name: 'View Photos (2)' }).click()
  const shown = page.getByRole('dialog', { name: 'Photos by Leela Rao' })
  await expect.poll(() => shown.getByRole('img', { name: /^Photo/ }).elements().length).toBe(2)
  const photo = shown.getByRole('link').first()
  await expect.element(photo).toHaveAttribute('href', photos[0])
  await expect.element(photo).toHaveAttribute('target', '_blank')
  await expectAccessible()
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect.element(shown).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Remove filter: Up to ₹1,500 a night' }).click()
  await expect.poll(address).not.toMatch(/price=/)
  await page.getByRole('link', { name: 'Change search' }).click()
  await expect.element(page.getByLabelText('Drop-off day')).toHaveValue('2026-11-26')
  await expect.element(page.getByRole('checkbox', { name: /Bruno/ })).toBeChecked()
  await expect.element(page.getByLabelText('Place')).toHaveValue('Port Blair')
})

test('walks repeat weekly on chosen days, for dogs alone', async () => {
  answerPets(makePet('Luna', 'cat'), makePet('Tiger', 'dog'))
  answerSitters(makeFoundSitter('Dev Nair', { hourlyRate: rupees(200), distanceKm: 1 }))
  await openPage('/services/book-pet-sitter/dog-walking')
  await expect.element(page.getByRole('checkbox', { name: /Luna/ })).toBeDisabled()
  await expect.element(page.getByText('Only dogs can be booked for dog walking.')).toBeVisible()
  // The only dog comes along without being asked for.
  await expect.element(page.getByRole('checkbox', { name: /Tiger/ })).toBeChecked()
  await page.getByLabelText('Place').fill('Kavaratti')
  await choose(page.getByRole('radio', { name: 'Repeat weekly' }))
  await page.getByLabelText('First day').fill('2026-11-12')
  await page.getByLabelText('Walk starts at').fill('07:00')
  await page.getByLabelText('Walk ends at').fill('08:00')
  await search.click()
  await expect
    .element(page.getByText('Please select at least one day of the week for repeat schedule.'))
    .toBeVisible()
  await choose(page.getByRole('checkbox', { name: 'Monday' }))
  await choose(page.getByRole('checkbox', { name: 'Friday' }))
  await search.click()
  await expect
    .element(page.getByRole('region', { name: 'Your search' }))
    .toHaveTextContent('Every Mon, Fri from')
  await expect.element(cardOf('Dev Nair')).toHaveTextContent('₹400.00 a week (2 days), estimate')
  history.back()
  await expect.element(page.getByRole('checkbox', { name: 'Friday' })).toBeChecked()
  await expect.element(page.getByLabelText('Walk starts at')).toHaveValue('07:00')
})

test('a search whose dates make no sense says so and offers to change it', async () => {
  await openPage('/services/book-pet-sitter/results?service=day-care')
  const heading = (name: string) => page.getByRole('heading', { name })
  await expect.element(heading('No dates found in search criteria')).toBeVisible()
  await openPage('/services/book-pet-sitter/results?service=day-care&from=30.11.2026')
  await expect.element(heading('Invalid date format in search criteria')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Change search' }).click()
  await expect.poll(address).toMatch(/book-pet-sitter\/day-care\?/)
  await expect.element(page.getByRole('radio', { name: /Day care/ })).toBeChecked()
  await expect.element(page.getByText('Add your pet first')).toBeVisible()
  await page.getByRole('link', { name: 'Add a pet' }).click()
  await expect.poll(address).toMatch(/add-pet\?from=/)
})

test('where nobody is found, a wider search finds somebody', async () => {
  const { inputs } = answerSitters(makeFoundSitter('Sirisha Rao', { distanceKm: 45 }))
  await openPage(
    '/services/book-pet-sitter/results?service=day-care&from=2026-11-11&to=2026-11-12&near=Dimapur&within=10',
  )
  await expect.element(page.getByRole('heading', { name: 'No Pet Sitters Found' })).toBeVisible()
  await expectAccessible()
  for (const km of [25, 50]) {
    await page.getByRole('button', { name: 'Widen distance' }).click()
    await expect.poll(address).toMatch(new RegExp(`within=${km}`))
  }
  await expect.element(cardOf('Sirisha Rao')).toBeVisible()
  expect(inputs.map(({ within }) => within)).toEqual([10, 25, 50])
})

test('a list that fails to load can be asked for again', async () => {
  fail(sittingContract.sitters)
  await openPage('/services/book-pet-sitter/legacy')
  await expect
    .element(page.getByRole('heading', { name: 'Failed to load pet sitters. Please try again.' }))
    .toBeVisible()
  answerSitters(makeFoundSitter('Leela Rao'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('article').first()).toBeVisible()
})

test('all sitters stand in one list, with photos or none', async () => {
  answerSitters(makeFoundSitter('Leela Rao'), makeFoundSitter('Tanvi Shah', { experienceYears: 79 }))
  await openPage('/services/book-pet-sitter')
  await page.getByRole('link', { name: 'see all sitters' }).click()
  await expect.element(title).toHaveTextContent(/^All pet sitters$/)
  await expect.element(cardOf('Leela Rao')).toBeVisible()
  expect(page.getByText('estimate').elements()).toEqual([])
  await openPage('/services/book-pet-sitter/legacy?years=79')
  const card = cardOf('Tanvi Shah')
  await expect.element(card).toHaveTextContent('79 years of experience')
  await expect.element(cardOf('Leela Rao')).not.toBeInTheDocument()
  await expectAccessible()
  await card.getByRole('button', { name: 'View Photos (0)' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Photos by' }))
    .toHaveTextContent('No Photos Available')
  await expectAccessible()
})

test('without dates the nearest fit comes first where the place is known, and says why', async () => {
  const { id: userId } = signIn('Asha Verma')
  const { inputs } = answerSitters(
    makeFoundSitter('Kavya', { distanceKm: 1, reasons: ['booked_before', 'close_by'] }),
    makeFoundSitter('Shalini', { distanceKm: 14 }),
  )
  await openPage('/services/book-pet-sitter/legacy')
  await expect.element(page.getByText('Set your location to see the pet sitters nearby first.')).toBeVisible()
  await expect.element(cardOf('Kavya')).toHaveTextContent('You’ve booked them before · Close by')
  expect(inputs.at(-1)).toMatchObject({ sort: 'fit' })
  await expectAccessible()
  await expect.element(page.getByLabelText('Sort by')).toHaveValue('fit')
  localStorage.setItem(
    'userLocation',
    JSON.stringify({ display: 'Pune', city: 'Pune', how: 'chosen', lat: 18.52, lon: 73.85, userId }),
  )
  window.dispatchEvent(new StorageEvent('storage', { key: 'userLocation' }))
  await expect.poll(() => inputs.at(-1)).toMatchObject({ lat: 18.52, lon: 73.85 })
  await page.getByLabelText('Sort by').selectOptions('Nearest')
  await expect.element(page.getByText('2 pet sitters, nearest first')).toBeVisible()
  await expectAccessible()
})

test('a sitter’s page keeps the search that led to it', async () => {
  const sitter = makeSitterPage('Leela Rao', {
    nightlyRate: rupees(1_000),
    verifiedOn: '2026-10-01',
    isVerified: true,
  })
  answerSitterPage(sitter)
  await openPage(`/sitter-profile/${sitter.id}?service=hostel-checkin&from=2026-11-26&to=2026-11-28`)
  await expect.element(title).toHaveTextContent(/^Leela Rao$/)
  await expect.element(page.getByText('Verified by us on')).toBeVisible()
  await expect.element(page.getByText('New here: no bookings yet')).toBeVisible()
  const ask = page.getByRole('region', { name: 'Booking request' })
  await expect.element(ask).toHaveTextContent('₹2,000.00 for 2 nights, estimate')
  await expect
    .element(ask.getByRole('link', { name: 'Send Booking Request' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(`/form\\?sitter=${sitter.id}&service=hostel-checkin&.*from=2026-11-26`),
    )
  const days = page.getByRole('table', { name: 'When Leela Rao has room' }).getByRole('cell')
  await expect.element(days.filter({ hasText: 'Has room' })).toHaveTextContent('2')
  await expect.element(days.filter({ hasText: 'Away' })).toHaveTextContent('4')
  await expectAccessible()
})
