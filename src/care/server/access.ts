import type { NotNull } from 'kysely'
import { isAccepted } from '#/appointments/rules.ts'
import { tradesOf } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { mayReadCare } from '#/pets/rules.ts'

/**
 * A user's access to a pet's notes. `owner`: signed notes and their own. `carer`: a provider who may currently read the care
 * instructions; the same. `author`: a provider who once had a booking; what they wrote.
 */
export type Standing = 'owner' | 'carer' | 'author'

/** Finds the caller's bookings of a pet as a provider, latest first. */
export function findBookingsOf(db: Db, actor: Actor, petId: string) {
  return selectOwnBookings(db, actor)
    .innerJoin('appointment_pets as p', 'p.appointment_id', 'b.booking_id')
    .where('p.pet_id', '=', petId)
    .orderBy('b.starts_at', 'desc')
    .orderBy('b.booking_id', 'desc')
    .execute()
}

/** Finds a booking of the caller as a provider. */
export function findBooking(db: Db, actor: Actor, bookingId: string) {
  return selectOwnBookings(db, actor).where('b.booking_id', '=', bookingId).executeTakeFirst()
}

function selectOwnBookings(db: Db, actor: Actor) {
  const trades = tradesOf(actor.records)
  return (
    db
      .selectFrom('booking_parties as b')
      .select(['b.booking_id', 'b.trade', 'b.starts_at', 'b.ends_at', 'b.time_zone', 'b.phase'])
      .select(['b.provider_addressed_as', 'b.registration_number', 'b.reason'])
      .where('b.user_id', '=', actor.userId)
      .where('b.side', '=', 'provider')
      .where('b.trade', 'in', trades.length > 0 ? trades : [null])
      // Postgres doesn't know which columns of a view are never null.
      .$narrowType<{ booking_id: NotNull; trade: NotNull; time_zone: NotNull; phase: NotNull }>()
      .$narrowType<{ starts_at: NotNull; ends_at: NotNull }>()
  )
}

export async function isPetOf(db: Db, bookingId: string, petId: string): Promise<boolean> {
  const found = await db
    .selectFrom('appointment_pets')
    .select('pet_id')
    .where('appointment_id', '=', bookingId)
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  return found !== undefined
}

export type OwnBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** Returns the caller's standing; undefined if they may not know about the pet. */
export async function standingOf(
  { db, actor, now }: { db: Db; actor: Actor; now: Date },
  petId: string,
): Promise<Standing | undefined> {
  const pet = await db.selectFrom('pets').select('owner_id').where('id', '=', petId).executeTakeFirst()
  if (!pet) return undefined
  if (pet.owner_id === actor.records['pet_owner']) return 'owner'
  const bookings = await findBookingsOf(db, actor, petId)
  const accepted = bookings.filter((one) => isAccepted(one.phase))
  // Authors keep access to their notes, even if the visit's status was corrected later.
  if (accepted.length === 0) return (await hasWritten(db, bookings, petId)) ? 'author' : undefined
  const reads = accepted.some(({ ends_at }) => mayReadCare({ isAccepted: true, endsAt: ends_at }, now))
  return reads ? 'carer' : 'author'
}

async function hasWritten(db: Db, bookings: OwnBooking[], petId: string): Promise<boolean> {
  if (bookings.length === 0) return false
  const written = await db
    .selectFrom('visit_notes')
    .select('id')
    .where(
      'booking_id',
      'in',
      bookings.map(({ booking_id }) => booking_id),
    )
    .where('pet_id', '=', petId)
    .limit(1)
    .executeTakeFirst()
  return written !== undefined
}

type Written = { author_user_id: string; author_side: string; signed_at: Date | null }

export function isShownTo(standing: Standing, userId: string, note: Written): boolean {
  const isOwn = note.author_user_id === userId
  if (note.author_side === 'provider' && isOwn) return true
  if (standing === 'author') return false
  return note.author_side === 'owner' || note.signed_at !== null
}
