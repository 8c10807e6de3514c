import { sql } from 'kysely'
import { MINUTE } from '#/kernel/duration.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { mostRoutePoints, mostTaps } from '#/sitting/card.ts'
import type { CardEntry } from '#/sitting/card-contract.ts'
import { refuse } from '#/sitting/errors.ts'
import type { CardChanged } from '#/sitting/events.ts'
import type { RoutePoint } from '#/sitting/route.ts'
import { expectWritable, lockCard, stampsOf, type Where } from './booking.ts'
import { sendCard, startCard, stopCard } from './start.ts'

type Of<Kind extends CardEntry['kind']> = Extract<CardEntry, { kind: Kind }>

/**
 * Writes one entry to the card of a day. A repeat changes nothing, and the entries of two phones give the same card in
 * any order.
 * @throws the contract's errors
 */
export async function addToCard(work: ActorWork, where: Where, entry: CardEntry): Promise<void> {
  await write(work, where, entry)
  await work.announce<CardChanged>('sitting.card_changed', { appointmentId: where.appointmentId })
}

function write(work: ActorWork, where: Where, entry: CardEntry): Promise<void> {
  const said = new Date(work.now.getTime() - entry.age)
  switch (entry.kind) {
    case 'start':
      return startCard(work, where, said)
    case 'stop':
      return stopCard(work, where, said)
    case 'send':
      return sendCard(work, where, said)
    case 'tap':
      return addTap(work, where, entry, said)
    case 'undo':
      return undoTap(work, where, entry, said)
    case 'note':
      return writeNote(work, where, entry, said)
    case 'photo_removal':
      return removePhoto(work, where, entry, said)
    case 'route':
      return addToRoute(work, where, entry, said)
    case 'route_removal':
      return removeRoute(work, where)
  }
}

async function addTap(work: ActorWork, where: Where, entry: Of<'tap'>, said: Date): Promise<void> {
  const { db, now } = work
  const found = await lockCard(work, where)
  const { visit, row } = found
  const taps = await db
    .selectFrom('sitting_taps')
    .select(['id', 'kind'])
    .where('visit_id', '=', visit.id)
    .execute()
  if (taps.some(({ id }) => id === entry.id)) return
  expectWritable(found, said, now)
  if (taps.filter(({ kind }) => kind !== null).length >= mostTaps) refuse('sitting.too_many_taps')
  const { onPhone } = stampsOf(found, said, now)
  await db
    .insertInto('sitting_taps')
    .values({
      visit_id: visit.id,
      id: entry.id,
      kind: entry.tap,
      pet_id: row.pets.find(({ id }) => id === entry.petId)?.id ?? null,
      tapped_at: now,
      tapped_on_phone: onPhone,
    })
    .execute()
}

/** Undoes a tap, also one that arrives later: whatever the order, the undo wins. */
async function undoTap(work: ActorWork, where: Where, { tapId }: Of<'undo'>, said: Date): Promise<void> {
  const { db, now } = work
  const found = await lockCard(work, where)
  const { visit } = found
  expectWritable(found, said, now)
  const taps = await db
    .selectFrom('sitting_taps')
    .select(['id', 'kind'])
    .where('visit_id', '=', visit.id)
    .execute()
  if (!taps.some(({ id }) => id === tapId) && taps.length >= 2 * mostTaps) refuse('sitting.too_many_taps')
  await db
    .insertInto('sitting_taps')
    .values({ visit_id: visit.id, id: tapId, kind: null, tapped_at: now, undone_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['visit_id', 'id'])
        .doUpdateSet({ undone_at: now })
        .where('sitting_taps.undone_at', 'is', null),
    )
    .execute()
}

/** Keeps the note written last; their ids decide between two of the same moment. */
async function writeNote(work: ActorWork, where: Where, entry: Of<'note'>, said: Date): Promise<void> {
  const { db, now } = work
  const found = await lockCard(work, where)
  expectWritable(found, said, now)
  const { at } = stampsOf(found, said, now)
  await db
    .updateTable('sitting_visits')
    .set({ note: entry.text, note_written_at: at, note_entry_id: entry.id, note_arrived_at: now })
    .where('id', '=', found.visit.id)
    .where(
      sql<boolean>`(note_written_at is null or (note_written_at, note_entry_id) < (${at}::timestamptz, ${entry.id}::uuid))`,
    )
    .execute()
}

async function removePhoto(
  work: ActorWork,
  where: Where,
  { photoId }: Of<'photo_removal'>,
  said: Date,
): Promise<void> {
  const { db, now } = work
  const found = await lockCard(work, where)
  expectWritable(found, said, now)
  await db
    .updateTable('sitting_photos')
    .set({ upload_id: null, removed_at: now })
    .where('visit_id', '=', found.visit.id)
    .where('id', '=', photoId)
    .where('removed_at', 'is', null)
    // A sent card keeps a photo.
    .$if(found.visit.sent_at !== null, (query) =>
      query.where(
        sql<boolean>`exists (select from sitting_photos o where o.visit_id = sitting_photos.visit_id
                              and o.id <> sitting_photos.id and o.removed_at is null)`,
      ),
    )
    .execute()
}

/** Adds a part of a route. Drops parts beyond the maximum of points, and once the walker has removed the route. */
async function addToRoute(work: ActorWork, where: Where, entry: Of<'route'>, said: Date): Promise<void> {
  const { db, now } = work
  const found = await lockCard(work, where)
  const { visit, booking } = found
  if (booking.service !== 'dog-walking') return refuse('sitting.route_of_walks')
  expectWritable(found, said, now)
  if (visit.route_removed_at) return
  // A minute more at both ends, because a part's time in transit makes its times inexact.
  const from = (visit.started_on_phone ?? visit.started_at).getTime() - MINUTE
  const until = (visit.stopped_on_phone ?? visit.stopped_at ?? now).getTime() + MINUTE
  const points = entry.points
    .map(([age, latitude, longitude]): RoutePoint => [now.getTime() - age, latitude, longitude])
    .filter(([at]) => at >= from && at <= until)
  const { count } = await db
    .selectFrom('sitting_routes')
    .select(sql<number>`coalesce(sum(jsonb_array_length(points)), 0)::int`.as('count'))
    .where('visit_id', '=', visit.id)
    .executeTakeFirstOrThrow()
  if (points.length === 0 || count + points.length > mostRoutePoints) return
  await db
    .insertInto('sitting_routes')
    .values({
      visit_id: visit.id,
      id: entry.id,
      track: entry.track,
      points: JSON.stringify(points),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['visit_id', 'id']).doNothing())
    .execute()
}

/** Deletes a walk's route for good, at any time. */
async function removeRoute(work: ActorWork, where: Where): Promise<void> {
  const { db, now } = work
  const { visit } = await lockCard(work, where)
  await db.updateTable('sitting_visits').set({ route_removed_at: now }).where('id', '=', visit.id).execute()
  await db.deleteFrom('sitting_routes').where('visit_id', '=', visit.id).execute()
}
