import type { Page } from '@playwright/test'
import { keepPosition } from '#/booking/server/place-providers.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { makeSitter, type SitterInput } from '#/sitting/server/sitter.factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, type Session, signUpByApi, test } from './fixture.ts'

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

test('an owner finds a sitter for a stay, looks at the profile, and comes back to the same list', async ({
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

  await page.goto('/services')
  await page.getByRole('link', { name: 'Book: Book a Pet Sitter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Pet Sitter')
  await page.getByRole('radio', { name: /Hostel check-in/ }).check({ force: true })
  await expect(page.getByRole('checkbox', { name: /Bruno/ })).toBeChecked()
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

  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter pet sitters' })
  await dialog.getByLabel('Highest price').fill('1500')
  await dialog.getByLabel('Accepts size').selectOption('Large, up to 40 kg')
  await dialog.getByLabel('Verified').check()
  await dialog.getByRole('button', { name: 'Show pet sitters' }).click()
  await expect(page).toHaveURL(/price=1500.*size=large|size=large.*price=1500/)
  await expect(cardOf(page, dear.fullName)).toBeHidden()
  await expect(card).toBeVisible()

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
