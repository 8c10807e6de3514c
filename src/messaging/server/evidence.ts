import { sql } from 'kysely'
import { formatMoney } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Evidence } from '#/messaging/desk.ts'
import { homeVisits } from '#/verification/text.ts'

/** Labels for the parts of a page in `provider_pages`, in the order that admins see. */
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  work: 'Work',
  location: 'Place',
  visits: homeVisits.term,
  hours: 'Availability',
  phone: 'Phone',
  registration: 'Registration number',
  price: 'Price',
  nightPrice: 'Price per night',
  years: 'Years of experience',
  maxPets: 'Pets at once',
  sizes: 'Sizes',
  home: 'Home',
  policy: 'Cancellation policy',
  bio: 'About',
  picture: 'Picture',
  photos: 'Photos',
}
const pictures = new Set(['picture', 'photos'])
const prices = new Set(['price', 'nightPrice'])

/** The form in which it is stored. */
type Kept = Omit<Evidence, 'at'> & { at?: string }

type Page = Record<string, string | number | boolean | null>

/** Copies a provider's public page or card. */
export async function profileEvidence(db: Db, providerId: string): Promise<Kept[]> {
  const found = await db
    .selectFrom('provider_pages')
    .select('page')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  const page = (found?.page ?? {}) as Page
  return Object.entries(labels).flatMap(([name, label]): Kept[] => {
    const value = page[name]
    if (value === null || value === undefined || value === '' || value === false) return []
    if (name === 'visits') return [{ label, text: homeVisits.text }]
    if (prices.has(name))
      return [{ label, text: formatMoney({ amount: Number(value), currency: String(page['currency']) }) }]
    if (!pictures.has(name)) return [{ label, text: String(value) }]
    const urls = String(value).split(' ')
    return [{ label, text: urls.length === 1 ? '1 picture' : `${urls.length} pictures`, pictures: urls }]
  })
}

/** Copies a booking's time, state, price and request. */
export async function bookingEvidence(db: Db, bookingId: string): Promise<Kept[]> {
  const row = await db
    .selectFrom('appointments as a')
    .leftJoin('appointment_details as d', 'd.appointment_id', 'a.id')
    .select(['a.starts_at', 'a.ends_at', 'a.status', 'a.price', 'a.currency'])
    .select(['a.reason', 'a.cancelled_by', 'a.closing_reason', 'a.started_at', 'a.stopped_at'])
    .select(sql<string | null>`d.detail ->> 'care'`.as('care'))
    .where('a.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const at = (label: string, time: Date | null): Kept[] =>
    time ? [{ label, text: '', at: time.toISOString() }] : []
  const facts: [string, string | null | false][] = [
    ['Status', row.status],
    ['Cancelled by', row.cancelled_by],
    ['Reason given', row.closing_reason],
    ['Price', row.price !== null && formatMoney({ amount: row.price, currency: row.currency })],
    ['Owner’s comment', row.reason],
    ['Special care', row.care],
  ]
  return [
    ...at('Begins', row.starts_at),
    ...at('Ends', row.ends_at),
    ...at('Started', row.started_at),
    ...at('Stopped', row.stopped_at),
    ...facts.flatMap(([label, text]) => (text ? [{ label, text }] : [])),
  ]
}

/** Parses stored evidence, with its times as dates. */
export const readEvidence = (kept: unknown): Evidence[] =>
  (kept as Kept[]).map(({ at, ...fact }) => ({ ...fact, ...(at && { at: new Date(at) }) }))
