import type { Page } from '@playwright/test'
import { keepPosition } from '#/booking/server/place-providers.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { makeSitter, type SitterInput } from '#/sitting/server/sitter.factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

/** Other stories have their sitters elsewhere. */
const place = 'Port Blair'
const inDays = (count: number) => addDays(dayOf(new Date(), 'Asia/Kolkata'), count)
const photos = ['/homes/garden.svg', '/homes/verandah.svg']

/** A new sitter whose name is theirs alone. */
async function haveSitter(
  session: Session,
  firstName: string,
  input: Omit<SitterInput, 'userId' | 'fullName'> = {},
) {
  const fullName = `${firstName} ${crypto.randomUUID().slice(0, 8)}`
  await signUpByApi(session, fullName)
  const { user } = await (await session.request.get('/api/me')).json()
  const id = await inDatabase((db) => makeSitter(db, { ...input, userId: user.id, fullName }))
  return { id, fullName }
}

async function addPet({ request }: Session, name: string, species: string): Promise<string> {
  const answer = await request.post('/api/pets', { data: { name, species } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).id
}

/** Looks a place up at once, instead of with the next minute. */
async function placeAll(session: Session, name: string): Promise<void> {
  const { places } = await read<{ places: { lat: number; lon: number }[] }>(
    session,
    `/location/places?name=${encodeURIComponent(name)}`,
  )
  await inDatabase((db) => keepPosition(db, name, places[0]))
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('an owner finds a sitter for a stay, looks at photos and profile, and comes back to the same list', async ({
  page,
  openSession,
}) => {
  test.slow()
  const here = { location: place, nightlyRate: 100_000 }
  const leela = await haveSitter(await openSession(), 'Leela', {
    ...here,
    photos,
    verificationStatus: 'verified',
    hasGarden: true,
    homeKind: 'house',
    experienceYears: 6,
    bio: 'A house with a mango tree.',
    holidays: [{ start: inDays(40), end: inDays(41) }],
  })
  const away = await haveSitter(await openSession(), 'Anil', {
    ...here,
    holidays: [{ start: inDays(20), end: inDays(30) }],
  })
  const dear = await haveSitter(await openSession(), 'Roshni', { ...here, nightlyRate: 900_000 })
  await placeAll(page, place)
  await signUpByApi(page, 'Asha Verma')
  await addPet(page, 'Bruno', 'dog')
  await addPet(page, 'Coco', 'cat')

  await page.goto('/services')
  await page.getByRole('link', { name: 'Book: Book a Pet Sitter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Pet Sitter')
  await page.getByRole('radio', { name: /Hostel check-in/ }).check({ force: true })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Search pet sitters' }).click()
  await expect(page.getByText('Please choose at least one pet.')).toBeVisible()
  await expect(page.getByText('Please choose the day of drop-off.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Coco/ })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /Bruno/ }).check()
  await page.getByLabel('Place').fill(place)
  await page.getByLabel('Drop-off day').fill(inDays(24))
  await page.getByLabel('Pick-up day').fill(inDays(26))
  await page.getByRole('button', { name: 'Search pet sitters' }).click()

  const summary = page.getByRole('region', { name: 'Your search' })
  await expect(summary).toContainText('Hostel check-in for Bruno')
  const card = cardOf(page, leela.fullName)
  await expect(card).toContainText('₹2,000.00 for 2 nights, estimate')
  await expect(card).toContainText('₹200.00 per hour')
  await expect(card).toContainText('6 years of experience')
  await expect(card).toContainText('about 1 km away')
  await expect(card).toContainText('Verified')
  await expect(card).toContainText('New')
  await expect(cardOf(page, dear.fullName)).toBeVisible()
  await expect(cardOf(page, away.fullName)).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter pet sitters' })
  await dialog.getByLabel('Highest price').fill('a lot')
  await dialog.getByRole('button', { name: 'Show pet sitters' }).click()
  await expect(dialog.getByText('Please write an amount like 300.')).toBeVisible()
  await dialog.getByLabel('Highest price').fill('1500')
  await dialog.getByLabel('Accepts size').selectOption('Large, up to 40 kg')
  await dialog.getByLabel('Verified').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show pet sitters' }).click()
  await expect(page).toHaveURL(/price=1500.*size=large|size=large.*price=1500/)
  await expect(cardOf(page, dear.fullName)).toBeHidden()
  await expect(card).toBeVisible()

  await card.getByRole('button', { name: 'View Photos (2)' }).click()
  const shown = page.getByRole('dialog', { name: `Photos by ${leela.fullName}` })
  await expect(shown.getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await shown.getByRole('link').first().click()
  const tab = await opened
  await expect(tab).toHaveURL(photos[0]!)
  await tab.close()
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(shown).toBeHidden()

  const details = card.getByRole('link', { name: 'View Details' })
  await details.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  await details.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(leela.fullName)
  await expect(page.getByText('Verified by us on')).toBeVisible()
  await expect(page.getByText('New here: no bookings yet')).toBeVisible()
  const ask = page.getByRole('region', { name: 'Booking request' })
  await expect(ask).toContainText('₹2,000.00 for 2 nights, estimate')
  await expect(ask.getByRole('link', { name: 'Send Booking Request' })).toHaveAttribute(
    'href',
    new RegExp(`/form\\?sitter=${leela.id}&service=hostel-checkin&.*from=${inDays(24)}`),
  )
  const day = (count: number) =>
    page.getByRole('cell').filter({ has: page.locator(`time[datetime="${inDays(count)}"]`) })
  await expect(day(24)).toContainText('Has room')
  await expect(day(40)).toContainText('Away')
  await expectAccessible(page)

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove filter: Up to ₹1,500 a night' })).toBeVisible()
  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.getByRole('button', { name: 'Remove filter: Up to ₹1,500 a night' }).click()
  await expect(page).not.toHaveURL(/price=/)

  await page.getByRole('link', { name: 'Change search' }).click()
  await expect(page.getByLabel('Drop-off day')).toHaveValue(inDays(24))
  await expect(page.getByRole('checkbox', { name: /Bruno/ })).toBeChecked()
  await expect(page.getByLabel('Place')).toHaveValue(place)
})

test('walks repeat weekly on chosen days, for dogs alone', async ({ page, openSession }) => {
  test.slow()
  const walker = await haveSitter(await openSession(), 'Dev', {
    location: 'Kavaratti',
    services: ['dog-walking'],
    hourlyRate: 20_000,
  })
  await placeAll(page, 'Kavaratti')
  await signUpByApi(page, 'Ravi Kumar')
  await addPet(page, 'Luna', 'cat')
  await addPet(page, 'Tiger', 'dog')
  await page.goto('/services/book-pet-sitter/dog-walking')
  await expect(page.getByRole('checkbox', { name: /Luna/ })).toBeDisabled()
  await expect(page.getByText('Only dogs can be booked for dog walking.')).toBeVisible()
  // The only dog comes along without being asked for.
  await expect(page.getByRole('checkbox', { name: /Tiger/ })).toBeChecked()
  await page.getByLabel('Place').fill('Kavaratti')
  await page.getByRole('radio', { name: 'Repeat weekly' }).check()
  await page.getByLabel('First day').fill(inDays(10))
  await page.getByLabel('Walk starts at').fill('07:00')
  await page.getByLabel('Walk ends at').fill('08:00')
  await page.getByRole('button', { name: 'Search pet sitters' }).click()
  await expect(
    page.getByText('Please select at least one day of the week for repeat schedule.'),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: 'Monday' }).check()
  await page.getByRole('checkbox', { name: 'Friday' }).check()
  await page.getByRole('button', { name: 'Search pet sitters' }).click()
  await expect(page.getByRole('region', { name: 'Your search' })).toContainText('Every Mon, Fri from')
  await expect(cardOf(page, walker.fullName)).toContainText('₹400.00 a week (2 days), estimate')
  await page.goBack()
  await expect(page.getByRole('checkbox', { name: 'Friday' })).toBeChecked()
  await expect(page.getByLabel('Walk starts at')).toHaveValue('07:00')
})

test('a search whose dates make no sense says so and offers to change it', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/services/book-pet-sitter/results?service=day-care')
  await expect(page.getByRole('heading', { name: 'No dates found in search criteria' })).toBeVisible()
  await page.goto('/services/book-pet-sitter/results?service=day-care&from=30.11.2026')
  await expect(page.getByRole('heading', { name: 'Invalid date format in search criteria' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Change search' }).click()
  await expect(page).toHaveURL(/book-pet-sitter\/day-care\?/)
  await expect(page.getByRole('radio', { name: /Day care/ })).toBeChecked()
  await expect(page.getByText('Add your pet first')).toBeVisible()
  await page.getByRole('link', { name: 'Add a pet' }).click()
  await expect(page).toHaveURL(/add-pet\?from=/)
})

test('where nobody is found, a wider search finds somebody', async ({ page, openSession }) => {
  test.slow()
  const far = await haveSitter(await openSession(), 'Sirisha', { location: 'Kohima' })
  for (const name of ['Kohima', 'Dimapur']) await placeAll(page, name)
  await signUpByApi(page, 'Asha Verma')
  const dates = `service=day-care&from=${inDays(9)}&to=${inDays(10)}`
  // Some 45 km away.
  await page.goto(`/services/book-pet-sitter/results?${dates}&near=Dimapur&within=10`)
  await expect(page.getByRole('heading', { name: 'No Pet Sitters Found' })).toBeVisible()
  await expectAccessible(page)
  for (const km of [25, 50]) {
    await page.getByRole('button', { name: 'Widen distance' }).click()
    await expect(page).toHaveURL(new RegExp(`within=${km}`))
  }
  await expect(cardOf(page, far.fullName)).toBeVisible()
})

test('a list that fails to load can be asked for again', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.route('**/rpc/sitting/sitters*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/services/book-pet-sitter/legacy')
  await expect(
    page.getByRole('heading', { name: 'Failed to load pet sitters. Please try again.' }),
  ).toBeVisible()
  await page.unroute('**/rpc/sitting/sitters*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('all sitters stand in one list, with photos or none', async ({ page, openSession }) => {
  const tanvi = await haveSitter(await openSession(), 'Tanvi', { experienceYears: 79 })
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/services/book-pet-sitter')
  await page.getByRole('link', { name: 'see all sitters' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All pet sitters')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('estimate')).toBeHidden()
  await page.goto('/services/book-pet-sitter/legacy?years=79')
  const card = cardOf(page, tanvi.fullName)
  await expect(card).toContainText('79 years of experience')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'View Photos (0)' }).click()
  await expect(page.getByRole('dialog', { name: 'Photos by' })).toContainText('No Photos Available')
  await expectAccessible(page)
})

test('visitors read a profile, and log in to send a request or report the sitter', async ({
  page,
  openSession,
  expectConsole,
}) => {
  const roshni = await haveSitter(await openSession(), 'Roshni', { photos })
  await page.goto(`/sitter-profile/${roshni.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(roshni.fullName)
  await expect(page.getByText('No reviews yet.')).toBeVisible()
  await expect(page.getByRole('table', { name: /has room/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send Booking Request' }).click()
  await expect(page).toHaveURL('/login')

  await page.goto(`/sitter-profile/${roshni.id}`)
  await page.getByRole('link', { name: `Report ${roshni.fullName}` }).click()
  await expect(page).toHaveURL('/login')
  await signUpByApi(page, 'Asha Verma')
  await page.goto(`/sitter-profile/${roshni.id}`)
  await page.getByRole('button', { name: `Report ${roshni.fullName}` }).click()
  const asking = page.getByRole('dialog', { name: `Report ${roshni.fullName}?` })
  await asking.getByRole('button', { name: 'Report' }).click()
  await expect(asking.getByText('Please choose one.')).toBeVisible()
  await expectAccessible(page)
  await asking.getByLabel('The profile is false or misleading').check()
  await asking.getByLabel('What happened?').fill('There is no garden.')
  await asking.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thank you. We’ll look into it, and tell you the outcome.')).toBeVisible()

  await page.goto('/sitter-profile/nobody')
  await expect(page.getByRole('heading', { name: 'Sitter not found' })).toBeVisible()
  expectConsole(/404/)
  await page.goto(`/sitter-profile/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Sitter not found' })).toBeVisible()
  await expectAccessible(page)
})
