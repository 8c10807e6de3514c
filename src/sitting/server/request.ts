import { refuse as refuseAppointment } from '#/appointments/errors.ts'
import { findAskedParties, openAsked } from '#/appointments/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { chargeHoursOf, isPayable } from '#/payments/rules.ts'
import { gatewayIn, isUsableMethod } from '#/payments/server/index.ts'
import { refuse } from '#/sitting/errors.ts'
import { priceOf, priceOfOne } from '#/sitting/estimate.ts'
import { isSeveral, nightsOf, type Plan, problemOf } from '#/sitting/plan.ts'
import type { Requested, SittingRequest } from '#/sitting/request.ts'
import { hoursMissed, lastSureDay, splitDays, whyNoRoom } from '#/sitting/room.ts'
import { answerByFor, averagePounds } from '#/sitting/rules.ts'
import { findBooked, isAskedAlready, spanOf } from './asked-once.ts'
import { readRooms, type SitterRoom } from './room.ts'
import { findOwnPets } from './sitters.ts'
import type { SittingWork } from './sitting-work.ts'

/**
 * Sends a request to one or several sitters. It takes no time yet: the first to accept gets it, if they still have room
 * then. All sitters get it or none; a refusal names the sitter in its data.
 * @throws the contract's errors
 */
export async function requestSitters(work: SittingWork, request: SittingRequest): Promise<Requested> {
  const { db, actor } = work
  const plan: Plan = { ...request, endDate: request.endDate ?? null }
  const ids = request.sitters.map(({ id }) => id)
  if (new Set(ids).size < ids.length || new Set(request.petIds).size < request.petIds.length)
    return refuseRequest('request.malformed')
  const span = { first: addDays(plan.startDate, -1), last: addDays(lastSureDay(plan), 1) }
  const rooms = await readRooms(db, { sitterIds: ids, ...span, viewerId: actor.userId })
  if (!ids.every((id) => rooms.get(id)?.listed)) return refuseRequest('request.not_found')
  const pets = await findOwnPets(db, actor.records['pet_owner'], request.petIds)
  if (plan.service === 'dog-walking' && pets.some(({ species }) => species !== 'dog'))
    refuse('sitting.dogs_only')
  const batchId = newId()
  const requests: Requested['requests'] = []
  // In the order of their ids, so that two such requests never deadlock.
  for (const sitter of request.sitters.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    requests.push(
      await requestOne(work, { request, plan, pets, sitter, batchId, room: rooms.get(sitter.id)! }),
    )
  return { requests }
}

type One = {
  request: SittingRequest
  plan: Plan
  pets: Awaited<ReturnType<typeof findOwnPets>>
  sitter: SittingRequest['sitters'][number]
  batchId: string
  room: SitterRoom
}

async function requestOne(work: SittingWork, { request, plan, pets, sitter, batchId, room: read }: One) {
  const { db, actor, now, config } = work
  const named = { sitterId: sitter.id }
  const { petIds } = request
  const parties = await findAskedParties(work, {
    trade: { name: 'sitting' },
    providerId: sitter.id,
    petIds,
    check: () => {},
  })
  const problem = problemOf(plan, dayOf(now, read.timeZone))
  if (problem) refuse(problem, named)
  const span = spanOf(plan, read.timeZone)
  const booked = await findBooked(db, { sitterId: sitter.id, ownerId: parties.owner_id, petIds, ...span })
  const room = { ...read, booked }
  const isAsked = isAskedAlready(room, plan)
  const offer = await findOffer(work, sitter.id)
  if (!offer.services.includes(plan.service)) refuse('sitting.service_not_offered', named)
  if (pets.some(({ size }) => size && !offer.sizes_accepted.includes(size)))
    refuse('sitting.size_not_taken', named)
  if (isAsked && plan.schedule === 'repeat-weekly') refuse('sitting.asked_already', named)
  const why = room.isClosedToViewer ? 'sitting.full' : whyNoRoom(room, plan, pets.length, now)
  if (why) refuse(why, why === 'sitting.closed' ? { ...named, hours: hoursMissed(room, plan) } : named)
  const rates = { hourlyRate: offer.hourly_rate, nightlyRate: offer.nightly_rate, currency: parties.currency }
  const price = priceOf(plan, rates)
  if (sitter.price != null && sitter.price !== price)
    refuseAppointment('appointments.price_changed', {
      price: { amount: price, currency: parties.currency },
      ...named,
    })
  if (sitter.refundPolicy && sitter.refundPolicy !== parties.refund_policy)
    refuseAppointment('appointments.policy_changed', named)
  if (isAsked) refuse('sitting.asked_already', named)
  const methodId = await methodFor(work, request, price)
  const first = splitDays(room, plan).possible[0]!
  const answerBy = answerByFor(first.startsAt, now)
  const requestId = newId()
  const id = await openAsked(
    work,
    {
      trade: 'sitting',
      ownerId: parties.owner_id,
      ownerUserId: actor.userId,
      providerId: sitter.id,
      providerUserId: room.sitterUserId,
      petIds,
      startsAt: first.startsAt,
      endsAt: first.endsAt,
      timeZone: room.timeZone,
      reason: request.comment,
      currency: parties.currency,
      price: priceOfOne(plan, rates, first),
      refundPolicy: parties.refund_policy,
      taxPercent: config.SITTING_TAX_PERCENT,
      nights: plan.service === 'hostel-checkin' ? nightsOf(plan) : null,
      seriesId: isSeveral(plan) ? requestId : null,
    },
    answerBy,
  )
  const dogs = pets.filter(({ species }) => species === 'dog')
  await db
    .insertInto('sitting_requests')
    .values({
      id: requestId,
      batch_id: batchId,
      pet_owner_id: parties.owner_id,
      sitter_id: sitter.id,
      service_type: plan.service,
      schedule_type: plan.schedule,
      start_date: plan.startDate,
      end_date: plan.endDate,
      days_of_week: [...plan.daysOfWeek],
      start_time: plan.startTime,
      end_time: plan.endTime,
      time_zone: room.timeZone,
      hourly_rate: offer.hourly_rate,
      nightly_rate: offer.nightly_rate,
      tax_percent: config.SITTING_TAX_PERCENT,
      emergency_name: request.emergencyName,
      emergency_phone: request.emergencyPhone,
      special_care_instructions: request.specialCare,
      area: request.area,
      location: request.location,
      gets_along_with_other_dogs: dogs.length > 0 ? (request.getsAlong ?? null) : null,
      dog_size_lbs: averagePounds(dogs.map((dog) => dog.pet_size_lbs)),
      payment_method_id: methodId,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('sitting_details')
    .values({ appointment_id: id, request_id: requestId, day: first.day, is_asking: true })
    .execute()
  return { id, sitterId: sitter.id, sitterName: parties.provider_name, answerBy }

  /** @throws appointments.terms_needed, appointments.payment_method_needed, appointments.not_payable */
  async function methodFor(
    { db }: SittingWork,
    { disclaimerAccepted, paymentMethodId }: SittingRequest,
    amount: number,
  ): Promise<string | null> {
    if (!config.SITTING_PAYMENTS || amount === 0) return null
    if (!disclaimerAccepted) refuseAppointment('appointments.terms_needed')
    if (!isPayable(amount, config.MAX_PAYMENT)) refuseAppointment('appointments.not_payable')
    const gateway = gatewayIn(config)
    if (chargeHoursOf(gateway.charging, amount) === null) return null
    if (!paymentMethodId || !(await isUsableMethod(db, gateway, actor.userId, paymentMethodId)))
      return refuseAppointment('appointments.payment_method_needed')
    return paymentMethodId
  }
}

async function findOffer({ db }: SittingWork, sitterId: string) {
  const { hourly_rate, ...offer } = await db
    .selectFrom('pet_sitters')
    .select(['services', 'sizes_accepted', 'hourly_rate', 'nightly_rate'])
    .where('id', '=', sitterId)
    .executeTakeFirstOrThrow()
  // A listed sitter has a rate.
  return { ...offer, hourly_rate: hourly_rate! }
}
