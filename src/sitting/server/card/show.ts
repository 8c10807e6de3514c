import { isAccepted } from '#/appointments/rules.ts'
import { type AppointmentRow, asSeenBy, selectAppointments } from '#/appointments/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { listStandingCare } from '#/pets/server/index.ts'
import { closesAt, isShownToOwner } from '#/sitting/card.ts'
import type { Card, DeskCards, VisitCards } from '#/sitting/card-contract.ts'
import type { RoutePoint } from '#/sitting/route.ts'
import { titleOf } from '#/sitting/text.ts'
import { sittingTrade } from '#/sitting/trade.ts'
import { bookingOf } from './booking.ts'

type Reading = { db: Db; actor: Actor; now: Date; linkTo: LinkTo }

/** Finds an appointment with its cards, for its owner or its sitter. */
export async function findVisitCards(
  { db, actor, now, linkTo }: Reading,
  appointmentId: string,
): Promise<VisitCards | undefined> {
  const found = await selectAppointments(db)
    .where('a.id', '=', appointmentId)
    .where('a.trade', '=', 'sitting')
    .executeTakeFirst()
  const isSitter = found?.provider_id === (actor.records['pet_sitter'] ?? null)
  if (!found || (!isSitter && found.owner_user_id !== actor.userId)) return undefined
  const row = asSeenBy(isSitter ? 'provider' : 'owner', found)
  const booking = bookingOf(row)
  const { detail, service } = booking
  const cards = await showCards({ db, linkTo }, row)
  return {
    appointmentId,
    side: isSitter ? 'sitter' : 'owner',
    service,
    title: titleOf(service),
    with: isSitter
      ? row.owner_erased_at
        ? 'Former user'
        : row.owner_name || 'Pet owner'
      : row.provider_name,
    pets: row.pets.map(({ id, name }) => ({ id, name })),
    phase: row.phase,
    awaitsPayment: booking.awaitsPayment,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    facts: sittingTrade.facts(
      { isOnline: false, detail, pets: row.pets, awaitsPayment: booking.awaitsPayment },
      isSitter ? 'provider' : 'owner',
    ),
    comment: row.reason,
    petCare: isSitter ? await listPetCare({ db, now }, row) : [],
    cards: isSitter ? cards : cards.map((card) => asOwnerSees(card, row, now)),
  }
}

/** Lists the care notes of the pets as `row` shows them, under the names that the sitter knows. */
async function listPetCare(reading: Pick<Reading, 'db' | 'now'>, row: AppointmentRow) {
  const found = await listStandingCare(reading, {
    ownerId: row.owner_id,
    petIds: row.pets.map(({ id }) => id),
    isAccepted: isAccepted(row.phase),
    endsAt: row.ends_at,
  })
  return row.pets.flatMap(({ id, name }) =>
    found.filter((care) => care.id === id).map((care) => ({ ...care, name })),
  )
}

/** Finds the cards of an appointment for the admin area. Only the two sides see the routes. */
export async function findDeskCards(
  { db, linkTo }: Pick<Reading, 'db' | 'linkTo'>,
  appointmentId: string,
): Promise<DeskCards | undefined> {
  const row = await selectAppointments(db)
    .where('a.id', '=', appointmentId)
    .where('a.trade', '=', 'sitting')
    .executeTakeFirst()
  if (!row) return undefined
  const cards = await showCards({ db, linkTo }, row)
  return {
    pets: row.pets.map(({ id, name }) => ({ id, name })),
    timeZone: row.time_zone,
    cards: cards.map((card) => ({ ...card, content: { ...card.content, route: [] } })),
  }
}

/**
 * Hides parts that the owner doesn't see: note and route until the card is sent, and after they have blocked the sitter
 * the sitter's texts and pictures. Times and taps stay visible.
 */
function asOwnerSees(card: Card, row: AppointmentRow, now: Date): Card {
  const since = row.owner_blocked_at
  const { content } = card
  if (!isShownToOwner(bookingOf(row), card, card.day, now))
    return {
      ...card,
      content: { ...content, note: null, noteAt: null, route: [], photos: since ? [] : content.photos },
    }
  if (!since) return card
  const { note, noteAt, photos } = content
  const isSeen = card.sentAt !== null && card.sentAt < since
  const keepsNote = isSeen && noteAt !== null && noteAt < since
  return {
    ...card,
    content: {
      ...content,
      note: keepsNote ? note : null,
      // A phone says when it took a photo, so only the time of arrival counts.
      photos: isSeen ? photos.filter(({ at }) => at < since) : [],
    },
  }
}

/** Reads all cards of an appointment, last day first, with one statement per kind of entry. */
export async function showCards(
  { db, linkTo }: Pick<Reading, 'db' | 'linkTo'>,
  row: AppointmentRow,
): Promise<Card[]> {
  const visits = await db
    .selectFrom('sitting_visits')
    .selectAll()
    .where('appointment_id', '=', row.id)
    .orderBy('day', 'desc')
    .execute()
  if (visits.length === 0) return []
  const ids = visits.map(({ id }) => id)
  const taps = await db
    .selectFrom('sitting_taps')
    .select(['visit_id', 'id', 'kind', 'pet_id', 'tapped_at', 'tapped_on_phone'])
    .where('visit_id', 'in', ids)
    .where('undone_at', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('tapped_on_phone', 'tapped_at'))
    .orderBy('id')
    .execute()
  const photos = await db
    .selectFrom('sitting_photos as p')
    .innerJoin('uploads as u', 'u.id', 'p.upload_id')
    .select(['p.visit_id', 'p.id', 'p.added_at', 'p.added_on_phone'])
    .select(['u.id as upload_id', 'u.content_type', 'u.width', 'u.height'])
    .where('p.visit_id', 'in', ids)
    .orderBy((eb) => eb.fn.coalesce('p.added_on_phone', 'p.added_at'))
    .orderBy('p.id')
    .execute()
  const parts = await db
    .selectFrom('sitting_routes')
    .select(['visit_id', 'track', 'points'])
    .where('visit_id', 'in', ids)
    .orderBy('track')
    .execute()
  return visits.map((visit): Card => {
    const { id, day } = visit
    const routes = visit.stopped_at ? parts.filter((part) => part.visit_id === id) : []
    return {
      day,
      started: { at: visit.started_at, onPhone: visit.started_on_phone },
      stopped: visit.stopped_at && { at: visit.stopped_at, onPhone: visit.stopped_on_phone },
      sentAt: visit.sent_at,
      closesAt: closesAt(bookingOf(row), day),
      content: {
        taps: taps
          .filter(({ visit_id }) => visit_id === id)
          .map((tap) => ({
            // Only an undone one may have no kind.
            id: tap.id,
            kind: tap.kind!,
            petId: tap.pet_id,
            at: tap.tapped_at,
            onPhone: tap.tapped_on_phone,
          })),
        photos: photos
          .filter(({ visit_id }) => visit_id === id)
          .map((photo) => ({
            id: photo.id,
            at: photo.added_at,
            onPhone: photo.added_on_phone,
            url: linkTo({ id: photo.upload_id, content_type: photo.content_type }),
            width: photo.width!,
            height: photo.height!,
          })),
        note: visit.note,
        noteAt: visit.note_arrived_at,
        route: [...Map.groupBy(routes, ({ track }) => track).values()].map((ofPhone) =>
          ofPhone
            .flatMap(({ points }) => points as unknown as RoutePoint[])
            .toSorted((a, b) => a[0] - b[0])
            .map(([at, latitude, longitude]): [number, number, number] => [at, latitude, longitude]),
        ),
      },
    }
  })
}
