import type { AppointmentChanged, AppointmentNoted } from '#/appointments/events.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import { holdRow } from '#/booking/server/index.ts'
import type { Trade } from '#/booking/trades.ts'
import { HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { Work } from '#/kernel/server/work.ts'
import { hoursToPayAgreed, isAtShortNotice, type Terms, termsOf } from '#/payments/rules.ts'
import { movePayment, openPayment } from '#/payments/server/index.ts'
import { noteChange } from './history.ts'
import { chargesAtOnce, type PaymentConfig, termsIn } from './online.ts'
import type { AppointmentRow } from './queries.ts'
import { mustBeDecided } from './reschedule.ts'
import { awaitsPayment, firstStartOf } from './show.ts'

/** An appointment in a trade where owners send a request instead of booking a slot. */
export type Outline = {
  trade: Trade
  ownerId: string
  ownerUserId: string
  providerId: string
  providerUserId: string
  petIds: readonly string[]
  startsAt: Date
  endsAt: Date
  timeZone: string
  reason: string | null
  /** In minor units. */
  price: number
  currency: string
  refundPolicy: RefundPolicy
  /** Included in the price. */
  taxPercent: number
  /** For a stay. */
  nights: number | null
  /** The series it belongs to; null if it stands alone. */
  seriesId: string | null
}

/** Writes an appointment for a request to a provider. It takes no time until they accept, and expires at `answerBy`. */
export async function openAsked(work: Work, outline: Outline, answerBy: Date): Promise<string> {
  const { db, now, announce } = work
  const id = newId<'appointment'>()
  await db
    .insertInto('appointments')
    .values({
      ...rowOf(outline, now),
      id,
      status: 'pending',
      takes_time: false,
      is_instant: false,
      answer_by: answerBy,
    })
    .execute()
  await insertPets(work, id, outline.petIds)
  const changeId = newId()
  const change = { appointmentId: id, from: null, to: 'pending', actorUserId: outline.ownerUserId } as const
  await noteChange(db, { ...change, id: changeId, at: now })
  await announce<AppointmentChanged>('appointments.changed', {
    changeId,
    appointmentId: id,
    to: 'pending',
    by: 'owner',
  })
  return id
}

/**
 * Writes an appointment of a request that was accepted before, without notifying anyone. The caller takes its time.
 */
export async function openAgreed(work: Work, outline: Outline): Promise<string> {
  const { db, now } = work
  const id = newId<'appointment'>()
  await later(
    db,
    db
      .insertInto('appointments')
      .values({ ...rowOf(outline, now), id, status: 'confirmed', is_instant: true })
      .compile(),
  )
  await insertPets(work, id, outline.petIds)
  await noteChange(db, {
    id: newId(),
    appointmentId: id,
    from: null,
    to: 'confirmed',
    actorUserId: null,
    at: now,
  })
  return id
}

type Paid = Outline & { id: string; lanes: readonly number[] }

/** Takes the provider's places for an agreed appointment, and opens its payment if owners pay here. */
export async function takePlaces(
  work: Work & { config: PaymentConfig },
  { id, lanes, ...outline }: Paid,
  payment: { methodId: string | null; description: string } | null,
): Promise<void> {
  const { db, now, config } = work
  const { startsAt, endsAt, providerUserId, price, currency } = outline
  const terms =
    payment && price > 0
      ? agreedTerms(
          // Without a method, owners are reminded to pay, rather than told of a charge that would fail.
          payment.methodId === null
            ? termsOf(startsAt, now, null)
            : termsIn(config, { startsAt, bookedAt: now, fee: price }),
          { startsAt, now, canCharge: payment.methodId !== null && chargesAtOnce(config, price) },
        )
      : null
  const time = { providerUserId, startsAt, endsAt, expiresAt: terms?.payBy }
  const holds = lanes.map((lane) => holdRow({ ...time, id: newId(), lane }, id))
  await later(db, db.insertInto('calendar_holds').values(holds).compile())
  if (!terms) return
  await openPayment(work, {
    appointmentId: id,
    payerUserId: outline.ownerUserId,
    payeeUserId: providerUserId,
    amount: price,
    currency,
    description: payment!.description.slice(0, 200),
    taxPercent: outline.taxPercent,
    terms,
    methodId: payment!.methodId,
  })
}

/**
 * Moves an agreed appointment to a time for which one side asked and to which the other has agreed. The caller has moved its places. Writes
 * history, payment and event. The price, what was paid and the status stay; a planned charge moves along. A move for which the
 * provider asked isn't one of the owner's, and the later start decides the refund. The caller holds the appointment's lock.
 * @throws appointments.bank_deciding
 */
export async function moveAgreed(
  work: Work & { config: PaymentConfig },
  row: AppointmentRow,
  {
    startsAt,
    endsAt,
    actorUserId,
    agreedBy,
  }: { startsAt: Date; endsAt: Date; actorUserId: string; agreedBy: 'owner' | 'provider' },
): Promise<void> {
  const { db, now, config } = work
  const isUnpaid = awaitsPayment(row)
  if (isUnpaid) await mustBeDecided(db, row, { startsAt })
  const fee = row.payment_amount ?? 0
  const hasMethod = row.charge_at !== null
  const terms = isUnpaid
    ? agreedTerms(
        hasMethod ? termsIn(config, { startsAt, bookedAt: now, fee }) : termsOf(startsAt, now, null),
        { startsAt, now, canCharge: hasMethod && chargesAtOnce(config, fee) },
      )
    : null
  await db
    .updateTable('calendar_holds')
    .set({ expires_at: terms?.payBy ?? null })
    .where('appointment_id', '=', row.id)
    .execute()
  const changeId = newId()
  await noteChange(db, {
    id: changeId,
    appointmentId: row.id,
    from: row.status,
    to: row.status,
    actorUserId,
    moved: { from: row.starts_at, to: startsAt },
    at: now,
  })
  const first = firstStartOf(row)
  const isOwners = agreedBy === 'provider'
  await db
    .updateTable('appointments')
    .set({
      starts_at: startsAt,
      ends_at: endsAt,
      first_starts_at: !isOwners && startsAt > first ? startsAt : first,
      reschedules: row.reschedules + (isOwners ? 1 : 0),
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute()
  if (terms && row.payment_id)
    await movePayment(work, row.payment_id, terms, { chargesAtOnce: terms.chargeAt !== null })
  await work.announce<AppointmentNoted>('appointments.noted', {
    changeId,
    appointmentId: row.id,
    what: 'rescheduled',
    ...(isOwners && { by: 'provider' }),
  })
}

/**
 * At short notice a saved method is charged at once, where the bank needs no notice. Owners without one get some time to pay, because they aren't present
 * when the provider accepts.
 */
function agreedTerms(
  terms: Terms,
  { startsAt, now, canCharge }: { startsAt: Date; now: Date; canCharge: boolean },
): Terms {
  if (!isAtShortNotice(startsAt, now)) return terms
  const payBy = new Date(Math.min(startsAt.getTime(), now.getTime() + hoursToPayAgreed * HOUR))
  return { payBy, chargeAt: canCharge ? now : null }
}

const rowOf = (outline: Outline, now: Date) => ({
  trade: outline.trade,
  pet_owner_id: outline.ownerId,
  provider_id: outline.providerId,
  provider_user_id: outline.providerUserId,
  starts_at: outline.startsAt,
  ends_at: outline.endsAt,
  time_zone: outline.timeZone,
  reason: outline.reason,
  price: outline.price,
  currency: outline.currency,
  refund_policy: outline.refundPolicy,
  nights: outline.nights,
  series_id: outline.seriesId,
  terms_accepted_at: now,
  created_at: now,
  updated_at: now,
})

async function insertPets({ db }: Work, id: string, petIds: readonly string[]): Promise<void> {
  if (petIds.length === 0) return
  const rows = petIds.map((pet_id, index) => ({ appointment_id: id, pet_id, position: index + 1 }))
  await later(db, db.insertInto('appointment_pets').values(rows).compile())
}
