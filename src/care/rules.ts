import type { AppointmentStatus } from '#/booking/rules.ts'
import type { Trade } from '#/booking/trades.ts'
import type { Day } from '#/kernel/time.ts'

export const noteTypes = ['exam', 'vaccination', 'treatment', 'note'] as const
export type NoteType = (typeof noteTypes)[number]

/** A provider's note is a draft until it is signed; an owner's own is theirs to change and needs no signature. */
export const noteStates = ['draft', 'signed', 'own'] as const
export type NoteState = (typeof noteStates)[number]

export const noteLimits = {
  text: 5000,
  medicines: 20,
  vaccinations: 10,
  files: 6,
  addenda: 50,
  links: 10,
  /** Of one owner about one pet. */
  ownNotes: 500,
  name: 200,
  short: 60,
  days: 366,
  refills: 12,
  months: 12,
} as const

export const defaultMonths = 6

/** What a finding can be at all, of any animal: a slip of the finger lies outside. */
export const findingRanges = {
  temperatureC: { min: 25, max: 45 },
  heartRate: { min: 1, max: 1200 },
  breathingRate: { min: 1, max: 600 },
} as const

export const linkDays = 7

export const careRates = {
  /** By whoever is signed in. */
  share: { max: 20, windowSeconds: 3600 },
  addendum: { max: 30, windowSeconds: 3600 },
  pdf: { max: 30, windowSeconds: 3600 },
  /** By network: whoever has an address looks at it a few times, and nobody tries many. */
  shared: { max: 60, windowSeconds: 600 },
} as const

/** The record with which a provider of a trade acts. */
export const recordOfTrade: Readonly<Record<Trade, string>> = {
  veterinary: 'veterinary_doctor',
  training: 'pet_trainer',
  styling: 'pet_stylist',
}

/** The trades in which somebody may act now. */
export function tradesOf(records: Readonly<Record<string, string>>): Trade[] {
  return (Object.keys(recordOfTrade) as Trade[]).filter((trade) => records[recordOfTrade[trade]])
}

/** Whether a note can be written of a booking: it has begun and was not called off, or it took place. */
export function mayWriteOf(booking: { status: AppointmentStatus; startsAt: Date }, now: Date): boolean {
  return booking.status === 'completed' || (booking.status === 'confirmed' && booking.startsAt <= now)
}

/** `months` after a day; the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const of = Math.min(date, last.getUTCDate())
  return `${last.toISOString().slice(0, 8)}${String(of).padStart(2, '0')}`
}

/** The moment from which a link opens nothing any more. */
export const linkEnd = (madeAt: Date) => new Date(madeAt.getTime() + linkDays * 86_400_000)

/** How the one who signed is called, by their trade: a vet has a title, which some write into their name. */
export function signerName(trade: string | null, name: string): string {
  if (trade !== 'veterinary' || name === formerUser) return name
  return `Dr. ${name.replace(/^dr\b\.?\s*/i, '')}`
}

export const formerUser = 'Former user'

/** Where the PDF of a note is: `/visit-notes/<id>.pdf`. */
export const pdfRoot = '/visit-notes/'

export const notesPath = '/dashboard/pet-visit-notes'
export const sharedPath = (token: string) => `/notes/shared/${token}`
