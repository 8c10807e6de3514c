import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
const om = await world.signUp('om')
const trainerId = await makeTrainer(db, { userId: om.userId, fullName: 'Om Prakash' })
const farah = await world.signUp('farah')
const stylistId = await makeStylist(db, {
  userId: farah.userId,
  fullName: 'Farah Khan',
  hours: [{ start: '09:00', end: '17:00', slotMinutes: 60 }],
})
const card = await saveCard(world, asha)

const at = (date: string, startTime: string, endTime: string) => ({ date, startTime, endTime })
const thursday = at('2026-11-05', '10:00', '10:30')
const friday = at('2026-11-06', '11:00', '11:30')
const nextWeek = at('2026-11-12', '11:00', '11:30')
const over = { code: 'appointments.proposal_over' }
const refused = { code: 'appointments.move_not_allowed' }

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

const upcomingOf = async (person: typeof asha) =>
  (await person.call.appointments.appointments({ tab: 'upcoming' })).rows

beforeEach(() => {
  world.clock.now = start
  return async () => {
    await settled()
    expect(await world.findBrokenInvariants()).toEqual([])
    world.clock.now = start
    for (const person of [asha, ravi])
      for (const { id } of await upcomingOf(person)) await person.call.appointments.cancel({ id })
    await settled()
    await db.deleteFrom('rate_limits').execute()
    await db.deleteFrom('notifications').execute()
  }
})

const bookVet = async (slot = thursday, who = asha) => {
  const { id } = await who.call.veterinary.book({ vetId, slot })
  return id
}

const bookOnline = (slot = thursday) =>
  asha.call.veterinary.book({
    vetId,
    slot,
    appointmentType: 'teleconsultation',
    contactMethod: 'zoom',
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  } as Parameters<typeof asha.call.veterinary.book>[0])

const bookSession = (who: typeof asha, startTime: string, endTime: string) =>
  who.call.training.book({
    trainerId,
    slot: at('2026-11-05', startTime, endTime),
    sessionType: 'Agility Training',
  })

const find = async (id: string) => (await upcomingOf(asha)).find((row) => row.id === id)!
const proposalOf = async (id: string) => (await find(id)).proposal!.id

async function propose(id: string, slot = friday, note?: string) {
  await meera.call.appointments.propose({ id, slot, ...(note && { note }) })
  return { id, proposalId: await proposalOf(id) }
}

const titlesOf = async (person: typeof asha) =>
  (await person.call.notifications.list({})).rows.map(({ title }) => title)
const free = async (date: string) =>
  (await ravi.call.booking.slots({ trade: 'veterinary', providerId: vetId, date })).slots.map(
    ({ startTime }) => startTime,
  )
const holdsOf = (id: string) =>
  db.selectFrom('calendar_holds').select('id').where('proposed_for', '=', id).execute()
const outcomesOf = async (id: string) =>
  (
    await db
      .selectFrom('appointment_proposals')
      .select('outcome')
      .where('appointment_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ outcome }) => outcome)

test('both times are held while a proposal is open, and only the owner is told about it', async () => {
  const id = await bookVet()
  await meera.call.appointments.accept({ id })
  await settled()
  await db.deleteFrom('notifications').execute()
  await propose(id, friday, 'I’m at a conference that morning.')
  await settled()
  const shown = await find(id)
  expect(shown).toMatchObject({ status: 'confirmed', ...thursday, proposals: 1, reschedules: 0 })
  expect(shown.proposal).toMatchObject({ ...friday, note: 'I’m at a conference that morning.' })
  expect(shown.proposal!.lapsesAt).toEqual(new Date(start.getTime() + 24 * HOUR))
  expect(await free(thursday.date)).not.toContain('10:00')
  expect(await free(friday.date)).not.toContain('11:00')
  await expect(ravi.call.veterinary.book({ vetId, slot: friday })).rejects.toMatchObject({
    code: 'booking.slot_taken',
  })
  const { rows } = await asha.call.notifications.list({})
  expect(rows.map(({ title }) => title)).toEqual(['Another time proposed'])
  expect(rows[0]!.message).toBe(
    'Dr. Meera Iyer would like to move your visit from Thu, 5 Nov 2026, 10:00 to Fri, 6 Nov 2026, 11:00. Their reason: I’m at a conference that morning. Take the new time or keep the booked one under Appointments by Tue, 3 Nov 2026, 09:00. Without an answer, the booked time stands.',
  )
  expect(await titlesOf(meera)).toEqual([])
  const visit = (await meera.call.appointments.visits({ tab: 'upcoming' })).rows.find((row) => row.id === id)!
  expect(visit).toMatchObject({ providerId: vetId, proposal: { ...friday } })
})

test('the database keeps the time of an open proposal, and has one proposal at a time', async () => {
  const id = await bookVet()
  await propose(id)
  await expect(
    db.deleteFrom('calendar_holds').where('proposed_for', '=', id).execute(),
  ).rejects.toMatchObject({ constraint: 'appointment_proposals_hold' })
  const proposal = await db
    .selectFrom('appointment_proposals')
    .selectAll()
    .where('appointment_id', '=', id)
    .executeTakeFirstOrThrow()
  await expect(
    db
      .insertInto('appointment_proposals')
      .values({ ...proposal, id: newId() })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'appointment_proposals_open' })
})

test('the owner takes the new time: the old slot is free, and both sides’ calendars move', async () => {
  const id = await bookVet()
  await meera.call.appointments.accept({ id })
  const proposed = await propose(id)
  await settled()
  await db.deleteFrom('notifications').execute()
  expect(await asha.call.appointments.takeProposal(proposed)).toEqual({ id, status: 'confirmed' })
  await settled()
  expect(await find(id)).toMatchObject({ ...friday, proposal: null, reschedules: 0, proposals: 1 })
  expect(await free(thursday.date)).toContain('10:00')
  expect(await free(friday.date)).not.toContain('11:00')
  expect(await titlesOf(meera)).toEqual(['New time taken'])
  expect(await titlesOf(asha)).toEqual(['Appointment moved'])
  const { rows } = await asha.call.appointments.history({ id })
  expect(rows.slice(0, 2)).toMatchObject([
    { what: 'proposal_taken', by: 'owner', moved: { to: (await find(id)).startsAt } },
    { what: 'proposed', by: 'provider', moved: null },
  ])
  // It was none of the owner's own two moves.
  await asha.call.appointments.reschedule({ id, slot: thursday })
  await asha.call.appointments.reschedule({ id, slot: nextWeek })
})

test('a request whose owner takes the new time is confirmed, and an accepted one keeps its time', async () => {
  const id = await bookVet()
  expect(await asha.call.appointments.takeProposal(await propose(id))).toEqual({ id, status: 'confirmed' })
  const other = await bookVet(nextWeek)
  await propose(other, at('2026-11-12', '12:00', '12:30'))
  await meera.call.appointments.accept({ id: other })
  expect(await find(other)).toMatchObject({ status: 'confirmed', ...nextWeek, proposal: null })
  expect(await free('2026-11-12')).toContain('12:00')
})

test('the owner keeps the old time, or the provider takes the proposal back; either frees the new one', async () => {
  const id = await bookVet()
  const first = await propose(id)
  await asha.call.appointments.refuseProposal(first)
  await settled()
  expect(await find(id)).toMatchObject({ ...thursday, proposal: null })
  expect(await free(friday.date)).toContain('11:00')
  expect(await titlesOf(meera)).toContain('Booked time kept')
  expect(await titlesOf(asha)).not.toContain('Booked time kept')
  const second = await propose(id)
  await meera.call.appointments.withdrawProposal({ id })
  await settled()
  expect(await titlesOf(asha)).toContain('Booked time stands')
  expect(await titlesOf(meera)).not.toContain('Booked time stands')
  for (const answer of [first, second]) {
    await expect(asha.call.appointments.takeProposal(answer)).rejects.toMatchObject(over)
    await expect(asha.call.appointments.refuseProposal(answer)).rejects.toMatchObject(over)
  }
  await expect(meera.call.appointments.withdrawProposal({ id })).rejects.toMatchObject(refused)
  expect(await outcomesOf(id)).toEqual(['refused', 'withdrawn'])
})

test('only the owner answers, only the provider proposes or withdraws', async () => {
  const id = await bookVet()
  const proposed = await propose(id)
  const missing = { code: 'request.not_found' }
  for (const other of [ravi, meera]) {
    await expect(other.call.appointments.takeProposal(proposed)).rejects.toMatchObject(missing)
    await expect(other.call.appointments.refuseProposal(proposed)).rejects.toMatchObject(missing)
  }
  await expect(om.call.appointments.withdrawProposal({ id })).rejects.toMatchObject(missing)
  await expect(om.call.appointments.propose({ id, slot: nextWeek })).rejects.toMatchObject(missing)
})

test('one proposal at a time and three in all; never for less than three hours ahead', async () => {
  const id = await bookVet()
  const first = await propose(id)
  await expect(meera.call.appointments.propose({ id, slot: nextWeek })).rejects.toMatchObject({
    code: 'appointments.proposal_open',
  })
  await asha.call.appointments.refuseProposal(first)
  await asha.call.appointments.refuseProposal(await propose(id, nextWeek))
  await asha.call.appointments.refuseProposal(await propose(id))
  await expect(meera.call.appointments.propose({ id, slot: nextWeek })).rejects.toMatchObject({
    code: 'appointments.too_many_proposals',
  })
  const other = await bookVet(at('2026-11-05', '12:00', '12:30'))
  world.clock.now = new Date((await find(other)).startsAt.getTime() - 2.5 * HOUR)
  await expect(meera.call.appointments.propose({ id: other, slot: nextWeek })).rejects.toMatchObject(refused)
  world.clock.now = new Date('2026-11-04T05:30:00Z')
  await expect(
    meera.call.appointments.propose({ id: other, slot: at('2026-11-04', '12:00', '12:30') }),
  ).rejects.toMatchObject({ code: 'booking.too_soon' })
  const { slots } = await meera.call.booking.slots({
    trade: 'veterinary',
    providerId: vetId,
    date: '2026-11-04',
    moving: other,
  })
  expect(slots[0]!.startTime).toBe('14:00')
})

test('a session may be proposed half an hour later, although that overlaps the booked time', async () => {
  const { id } = await bookSession(asha, '10:00', '11:00')
  const later = at('2026-11-05', '10:30', '11:30')
  const { slots } = await om.call.booking.slots({
    trade: 'training',
    providerId: trainerId,
    date: '2026-11-05',
    moving: id,
  })
  expect(slots.map(({ startTime }) => startTime)).toContain('10:30')
  await om.call.appointments.propose({ id, slot: later })
  expect(await world.findBrokenInvariants()).toEqual([])
  await expect(bookSession(ravi, '11:00', '12:00')).rejects.toMatchObject({ code: 'booking.slot_taken' })
  await asha.call.appointments.takeProposal({ id, proposalId: await proposalOf(id) })
  expect(await find(id)).toMatchObject(later)
  await bookSession(ravi, '09:30', '10:30')
})

test('a stylist proposes a time of the same length', async () => {
  const pet = await makePet(db, { ownerId: asha.ownerId })
  const { id } = await asha.call.styling.book({
    stylistId,
    slot: at('2026-11-05', '10:00', '11:00'),
    pets: [{ petId: pet.id, service: 'Full Grooming' }],
  })
  const later = at('2026-11-06', '11:00', '12:00')
  await farah.call.appointments.propose({ id, slot: later })
  await asha.call.appointments.takeProposal({ id, proposalId: await proposalOf(id) })
  expect(await find(id)).toMatchObject(later)
})

test('an unanswered proposal lapses after a day, or two hours before the earlier time', async () => {
  const id = await bookVet()
  const proposed = await propose(id)
  world.clock.now = new Date(start.getTime() + 24 * HOUR - 1)
  expect(await jobs.runSweep('lapse-proposals', world.clock.now)).toBe(0)
  world.clock.now = new Date(start.getTime() + 24 * HOUR)
  await expect(asha.call.appointments.takeProposal(proposed)).rejects.toMatchObject(over)
  expect(await jobs.runSweep('lapse-proposals', world.clock.now)).toBe(1)
  expect(await jobs.runSweep('lapse-proposals', world.clock.now)).toBe(0)
  await settled()
  expect(await find(id)).toMatchObject({ ...thursday, proposal: null })
  expect(await holdsOf(id)).toEqual([])
  expect(await outcomesOf(id)).toEqual(['lapsed'])
  for (const person of [asha, meera]) expect(await titlesOf(person)).toContain('Booked time stands')
  const booked = await find(id)
  world.clock.now = new Date(booked.startsAt.getTime() - 20 * HOUR)
  await propose(id)
  expect((await find(id)).proposal!.lapsesAt).toEqual(new Date(booked.startsAt.getTime() - 2 * HOUR))
})

test('an owner’s own move and every end of the appointment end the proposal and free its time', async () => {
  const moved = await bookVet()
  await propose(moved)
  await asha.call.appointments.reschedule({ id: moved, slot: friday })
  expect(await find(moved)).toMatchObject({ ...friday, proposal: null, reschedules: 1 })
  expect(await outcomesOf(moved)).toEqual(['overtaken'])
  const ends = {
    cancelled: (id: string) => asha.call.appointments.cancel({ id }),
    declined: (id: string) => meera.call.appointments.decline({ id, reason: 'Full' }),
  }
  for (const [index, end] of Object.values(ends).entries()) {
    const id = await bookVet(at('2026-11-09', `1${index}:00`, `1${index}:30`))
    await propose(id, nextWeek)
    await end(id)
    expect(await holdsOf(id)).toEqual([])
    expect(await outcomesOf(id)).toEqual(['overtaken'])
    expect(await free(nextWeek.date)).toContain('11:00')
  }
})

test('a planned charge moves along with the time that its owner takes', async () => {
  const { id, payment } = await bookOnline(friday)
  const later = at('2026-11-09', '11:00', '11:30')
  await asha.call.appointments.takeProposal(await propose(id, later))
  const row = await find(id)
  expect(row).toMatchObject({ status: 'pending', ...later, awaitsPayment: true })
  expect(row.payment!.chargeAt).toEqual(new Date(row.startsAt.getTime() - 24 * HOUR))
  expect(row.payment!.payBy).toEqual(new Date(payment!.payBy!.getTime() + 72 * HOUR))
  const hold = await db
    .selectFrom('calendar_holds')
    .select(['expires_at'])
    .where('appointment_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(hold.expires_at).toEqual(row.payment!.payBy)
})

/** Books online, pays, and returns the id. */
async function paid(slot: typeof friday) {
  const { id, payment } = await bookOnline(slot)
  await pay(world, asha, payment!.id)
  await settled()
  expect((await find(id)).status).toBe('confirmed')
  return id
}

const refundedOf = async (id: string) => {
  await settled()
  const { rows } = await asha.call.appointments.appointments({ tab: 'past' })
  return rows.find((row) => row.id === id)!.payment!.refunded
}

test('an owner who took a nearer time cancels by the later one', async () => {
  const id = await paid(nextWeek)
  await asha.call.appointments.takeProposal(await propose(id, thursday))
  const row = await find(id)
  expect(row.firstStartsAt.toISOString()).toBe('2026-11-12T05:30:00.000Z')
  world.clock.now = new Date(row.startsAt.getTime() - HOUR)
  await asha.call.appointments.cancel({ id })
  expect(await refundedOf(id)).toBe(row.payment!.amount.amount)
})

test('an owner who is asked, or took a later time, cancels by that later time', async () => {
  for (const takes of [false, true]) {
    world.clock.now = start
    const id = await paid(takes ? thursday : at('2026-11-05', '12:00', '12:30'))
    const row = await find(id)
    world.clock.now = new Date(row.startsAt.getTime() - 20 * HOUR)
    const proposed = await propose(id, takes ? nextWeek : friday)
    if (takes) await asha.call.appointments.takeProposal(proposed)
    expect((await find(id)).firstStartsAt).toEqual(
      (takes ? await find(id) : (await find(id)).proposal!).startsAt,
    )
    await asha.call.appointments.cancel({ id })
    expect(await refundedOf(id)).toBe(row.payment!.amount.amount)
  }
})

test('once the owner kept the booked time, its own start decides the refund again', async () => {
  const id = await paid(thursday)
  world.clock.now = new Date((await find(id)).startsAt.getTime() - 20 * HOUR)
  await asha.call.appointments.refuseProposal(await propose(id, nextWeek))
  await asha.call.appointments.cancel({ id })
  expect(await refundedOf(id)).toBe(0)
})

test('reminders come again for the new time', async () => {
  const id = await bookVet(nextWeek)
  await meera.call.appointments.accept({ id })
  world.clock.now = new Date((await find(id)).startsAt.getTime() - 48 * HOUR)
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  const later = at('2026-11-16', '11:00', '11:30')
  await asha.call.appointments.takeProposal(await propose(id, later))
  world.clock.now = new Date((await find(id)).startsAt.getTime() - 48 * HOUR)
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  const { rows } = await asha.call.notifications.list({ type: 'appointment_reminder' })
  expect(rows).toHaveLength(2)
})

test('an owner who blocked the provider doesn’t read the reason', async () => {
  const id = await bookVet()
  await asha.call.messaging.block({ bookingId: id, isBlocked: true })
  await propose(id, friday, 'Read me')
  await settled()
  expect((await find(id)).proposal!.note).toBeNull()
  const { rows } = await asha.call.notifications.list({})
  expect(rows[0]!.message).not.toContain('Read me')
  await asha.call.messaging.block({ bookingId: id, isBlocked: false })
})

test('a provider who can’t be booked proposes nothing', async () => {
  const id = await bookVet()
  await sql`update users set leaving_since = ${start} where id = ${meera.userId}`.execute(db)
  await expect(meera.call.appointments.propose({ id, slot: friday })).rejects.toMatchObject({
    code: 'appointments.not_listed',
  })
  await sql`update users set leaving_since = null where id = ${meera.userId}`.execute(db)
})

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code

/** Races two calls; each round must leave the database in order. */
async function race(rounds: number, round: (index: number) => Promise<[Promise<unknown>, Promise<unknown>]>) {
  const seen: string[][] = []
  for (let index = 0; index < rounds; index++) {
    seen.push((await Promise.allSettled(await round(index))).map(codeOf))
    expect(await world.findBrokenInvariants()).toEqual([])
  }
  return seen
}

const slotOf = (index: number, date = '2026-11-05') =>
  at(
    date,
    `${String(9 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`,
    `${String(9 + Math.floor((index + 1) / 2)).padStart(2, '0')}:${index % 2 ? '00' : '30'}`,
  )

test('taking races withdrawing, keeping, cancelling and itself: one of the two wins', async () => {
  const rivals: Record<string, (of: { id: string; proposalId: string }) => Promise<unknown>> = {
    withdraw: ({ id }) => meera.call.appointments.withdrawProposal({ id }),
    keep: (of) => asha.call.appointments.refuseProposal(of),
    take: (of) => asha.call.appointments.takeProposal({ ...of }),
    reschedule: ({ id }) => asha.call.appointments.reschedule({ id, slot: slotOf(19, '2026-11-13') }),
  }
  for (const [name, rival] of Object.entries(rivals)) {
    const seen = await race(3, async (index) => {
      const id = await bookVet(slotOf(index))
      const of = await propose(id, slotOf(index, '2026-11-06'))
      const both = [asha.call.appointments.takeProposal(of), rival(of)] as [
        Promise<unknown>,
        Promise<unknown>,
      ]
      await Promise.allSettled(both)
      await asha.call.appointments.cancel({ id })
      return both
    })
    for (const [take, other] of seen) {
      if (name === 'reschedule') expect(other === 'done' || take === 'done').toBe(true)
      else expect([take, other].filter((code) => code === 'done')).toHaveLength(1)
    }
    await db.deleteFrom('rate_limits').execute()
  }
  const cancelled = await race(3, async (index) => {
    const id = await bookVet(slotOf(index))
    const of = await propose(id, slotOf(index, '2026-11-06'))
    return [asha.call.appointments.takeProposal(of), asha.call.appointments.cancel({ id })]
  })
  for (const [, cancel] of cancelled) expect(cancel).toBe('done')
})

test('taking races the clock, and a proposal races another owner’s booking of that slot', async () => {
  const id = await bookVet()
  const of = await propose(id)
  const { lapsesAt } = (await find(id)).proposal!
  // The call began in time, the sweep ran at the deadline.
  const outcome = await Promise.allSettled([
    asha.call.appointments.takeProposal(of),
    jobs.runSweep('lapse-proposals', lapsesAt),
  ])
  expect(outcome[1]!.status).toBe('fulfilled')
  expect(await outcomesOf(id)).toEqual([codeOf(outcome[0]!) === 'done' ? 'taken' : 'lapsed'])
  const seen = await race(4, async (index) => {
    const own = await bookVet(slotOf(index, '2026-11-09'))
    const wanted = slotOf(index, '2026-11-10')
    return [
      meera.call.appointments.propose({ id: own, slot: wanted }),
      ravi.call.veterinary.book({ vetId, slot: wanted }),
    ]
  })
  for (const pair of seen) expect(pair.toSorted()).toEqual(['booking.slot_taken', 'done'])
})
