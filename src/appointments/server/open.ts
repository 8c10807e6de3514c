import { type Insertable, sql } from 'kysely'
import type { OnlineInput } from '#/appointments/booking-input.ts'
import type { Booked } from '#/appointments/contract.ts'
import { refuse } from '#/appointments/errors.ts'
import type { AppointmentChanged } from '#/appointments/events.ts'
import { packagePolicy, type RefundPolicy } from '#/appointments/refunds.ts'
import { type AppointmentStatus, whyNoMoreRequests } from '#/appointments/rules.ts'
import type { Trade } from '#/appointments/trade.ts'
import { holdRow, reserveSlot, type SlotChoice } from '#/booking/server/index.ts'
import type { SessionType } from '#/booking/sessions.ts'
import type { Slot } from '#/booking/slots.ts'
import type { SlotTrade, Trade as TradeName } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Money } from '#/kernel/money.ts'
import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { DB } from '#/kernel/server/schema.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { takeSession } from '#/packages/server/index.ts'
import { openPayment } from '#/payments/server/index.ts'
import { changeRow } from './history.ts'
import { endLapsed } from './lapse.ts'
import { checkOnline, type PaymentConfig, termsIn } from './online.ts'
import { type Found, type Parties, partiesStatement } from './parties.ts'
import { clockTimesOf } from './show.ts'

export type OpeningWork = ActorWork & {
  config: Pick<Config, 'PHONE_TO_BOOK' | 'RATE_LIMITS'> & PaymentConfig
}

type DetailTable = `${SlotTrade}_details`

export type Opening<Detail extends DetailTable> = {
  trade: Pick<Trade<never, SlotTrade>, 'name' | 'priceIsEstimate'>
  providerId: string
  slot: SlotChoice
  /** The owner's own pets, in their order. */
  petIds: readonly string[]
  isOnline: boolean
  /** The owner's home, for a provider who comes to it. */
  address?: string | null
  reason: string | null
  /** The values on the screen; undefined if none was shown. */
  shown: { price?: number | null | undefined; refundPolicy?: RefundPolicy | null | undefined }
  online: OnlineInput
  /** The status of an appointment without a payment. */
  status: Extract<AppointmentStatus, 'pending' | 'confirmed'>
  /** Refuses what the provider doesn't offer. */
  check(parties: Parties): void
  /** In minor units; null without a price. */
  priceOf(parties: Parties, slot: Slot): number | null
  /** The description on the receipt of an online payment. */
  description(parties: Parties): string
  /** The owner's package that pays for it, and its conditions; null without one. */
  package?: { id: string; sessionType: SessionType } | null
  taxPercent: number
  detail: {
    table: Detail
    rows(parties: Parties, slot: Slot): Omit<Insertable<DB[Detail]>, 'appointment_id'>[]
  }
}

/**
 * Opens an appointment in a slot: takes the provider's time, writes the appointment with its details and history, opens
 * its payment if it is paid here, and announces it.
 * @throws the errors in `openingErrors`, and those of `check`
 */
export async function openAppointment<Detail extends DetailTable>(
  work: OpeningWork,
  opening: Opening<Detail>,
): Promise<Booked> {
  const { db, actor, now, config } = work
  const { providerId, isOnline, petIds } = opening
  const trade = opening.trade.name
  const { slot, timeZone, hold, rows } = await reserveSlot(db, { trade, providerId }, opening.slot, now, {
    bookerId: actor.userId,
    endLapsed: (ids) => endLapsed(work, ids),
    beside: partiesStatement(db, { userId: actor.userId, petIds, trade, providerId, now }),
  })
  const parties = knownParties(work, opening, rows[0])
  const { currency } = parties
  const refundPolicy = opening.package ? packagePolicy : parties.refund_policy
  const price = opening.package ? null : opening.priceOf(parties, slot)
  const fee = isOnline ? (price ?? 0) : 0
  mustBeAsShown(opening, { amount: price ?? 0, currency }, refundPolicy)
  const address = isOnline ? null : homeFor(parties, opening.address ?? null)
  const contact = isOnline
    ? await checkOnline({ db, config, userId: actor.userId }, fee, opening.online)
    : null
  const terms = fee > 0 ? termsIn(config, { startsAt: slot.startsAt, bookedAt: now, fee }) : null
  const status = terms ? 'pending' : opening.status
  const id = newId<'appointment'>()
  const changeId = newId()
  const change = {
    id: changeId,
    appointmentId: id,
    from: null,
    to: status,
    actorUserId: actor.userId,
    at: now,
  }
  const details = opening.detail.rows(parties, slot).map((row) => ({ ...row, appointment_id: id }))
  let writing = db
    .with('hold', (query) =>
      query
        .insertInto('calendar_holds')
        .values(holdRow({ ...hold, ...(terms && { expiresAt: terms.payBy }) }, id)),
    )
    .with('change', (query) => query.insertInto('appointment_changes').values(changeRow(change)))
    .with('detail', (query) =>
      query.insertInto(opening.detail.table as DetailTable).values(details as Insertable<DB[DetailTable]>[]),
    )
  if (petIds.length > 0)
    writing = writing.with('with_pets', (query) =>
      query
        .insertInto('appointment_pets')
        .values(petIds.map((pet_id, index) => ({ appointment_id: id, pet_id, position: index + 1 }))),
    ) as typeof writing
  const times = { starts_at: slot.startsAt, ends_at: slot.endsAt, time_zone: timeZone }
  const row = writing.insertInto('appointments').values({
    id,
    trade,
    pet_owner_id: parties.owner_id,
    provider_id: providerId,
    provider_user_id: parties.provider_user_id,
    ...times,
    status,
    is_online: isOnline,
    is_instant: status === 'confirmed',
    contact_method: contact?.contactMethod ?? null,
    contact_link: contact?.contactLink ?? null,
    address,
    terms_accepted_at: isOnline ? now : null,
    reason: opening.reason,
    price,
    currency,
    refund_policy: refundPolicy,
    created_at: now,
    updated_at: now,
  })
  await later(db, row.compile())
  if (opening.package)
    await takeSession(work, {
      packageId: opening.package.id,
      sessionType: opening.package.sessionType,
      appointmentId: id,
      ownerId: parties.owner_id,
      providerId,
      startsAt: slot.startsAt,
      endsAt: slot.endsAt,
    })
  const paymentId =
    terms &&
    (await openPayment(work, {
      appointmentId: id,
      payerUserId: actor.userId,
      payeeUserId: parties.provider_user_id,
      amount: fee,
      currency,
      description: opening.description(parties).slice(0, 200),
      taxPercent: opening.taxPercent,
      terms,
      methodId: contact?.methodId ?? null,
    }))
  await work.announce<AppointmentChanged>('appointments.changed', {
    changeId,
    appointmentId: id,
    to: status,
    by: 'owner',
  })
  return {
    id,
    trade,
    status,
    isOnline,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    timeZone,
    ...clockTimesOf(times),
    price: price === null ? null : { amount: price, currency },
    priceIsEstimate: opening.trade.priceIsEstimate ?? false,
    refundPolicy,
    payment:
      terms && paymentId
        ? {
            id: paymentId,
            status: 'created',
            amount: { amount: fee, currency },
            payBy: terms.payBy,
            chargeAt: terms.chargeAt,
            refundable: fee,
            refunded: 0,
            isDisputed: false,
          }
        : null,
    isPaidHere: terms !== null,
    awaitsPayment: terms !== null,
  }
}

type Offer = Pick<Opening<DetailTable>, 'isOnline' | 'shown' | 'package'>

/** Nobody pays a price, or accepts terms, that they haven't seen. */
function mustBeAsShown(
  { isOnline, shown, package: bought }: Offer,
  price: Money,
  refundPolicy: RefundPolicy,
): void {
  if (!bought && shown.price != null && shown.price !== price.amount)
    refuse('appointments.price_changed', { price })
  if (isOnline && shown.refundPolicy && shown.refundPolicy !== refundPolicy)
    refuse('appointments.policy_changed')
}

/** Returns the owner's home if the provider comes to it. Refuses if that isn't the place that the form showed. */
function homeFor({ comes_to_owner: comes }: Parties, address: string | null): string | null {
  if (comes && address === null) refuse('appointments.address_needed')
  if (!comes && address !== null) refuse('appointments.place_changed')
  return address
}

type Asked = {
  trade: { name: TradeName }
  providerId: string
  petIds: readonly string[]
  check(parties: Parties): void
}

/**
 * Finds owner, provider and pets of a request if it is allowed, behind a lock of the owner's own, so that limits on
 * requests hold.
 */
export async function findAskedParties(work: OpeningWork, asked: Asked): Promise<Parties> {
  const { db, actor, now } = work
  await sql`select pg_advisory_xact_lock(hashtextextended('booker ' || ${actor.userId}::text, 0))`.execute(db)
  const { trade, providerId, petIds } = asked
  const facts = { userId: actor.userId, petIds, trade: trade.name, providerId, now }
  const { rows } = await db.executeQuery(partiesStatement(db, facts))
  return knownParties(work, asked, rows[0])
}

/** Refuses bookings that this owner, provider and pets can't make. */
function knownParties(
  { actor, config }: OpeningWork,
  { petIds, check }: Pick<Asked, 'petIds' | 'check'>,
  parties: Found | undefined,
): Parties {
  if (!parties) return refuseRequest('request.not_found')
  if (parties.provider_user_id === actor.userId) refuse('appointments.own_calendar')
  if (!parties.owner_id) return refuse('appointments.no_owner_profile')
  const known = { ...parties, owner_id: parties.owner_id }
  check(known)
  if (config.PHONE_TO_BOOK && !parties.has_confirmed_phone) refuse('appointments.phone_needed')
  if (parties.known_pets !== new Set(petIds).size) refuse('appointments.pet_not_found')
  mustHaveRoom(known, config)
  return known
}

/** Counts behind the owner's lock: of bookings that race, each sees the one before. */
function mustHaveRoom(parties: Parties, { RATE_LIMITS }: OpeningWork['config']): void {
  const why = whyNoMoreRequests({
    withProvider: parties.pending,
    withAll: RATE_LIMITS ? parties.pending_anywhere : 0,
    upcomingWithProvider: parties.upcoming,
    unagreed: RATE_LIMITS ? parties.unagreed : 0,
    unconfirmedWithProvider: RATE_LIMITS ? parties.pending_unconfirmed : 0,
    isConfirmed: parties.has_confirmed_email || Boolean(parties.has_confirmed_phone),
  })
  if (why) refuse(why)
}
