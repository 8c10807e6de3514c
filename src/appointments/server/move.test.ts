import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeAdmin } from '#/app/testing/desk.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { VerificationStatus } from '#/verification/rules.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' })
for (const vet of [meera, kabir])
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])

const morning = world.clock.now
const startsAt = new Date('2026-11-03T04:30:00Z')
const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
const after = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000)

/** Moments around a visit of half an hour. */
const moments = {
  'the day before': after(-1440),
  'at the start': startsAt,
  '14 minutes in': after(14),
  '15 minutes in': after(15),
  'at the end': after(30),
  '48 hours after the end': after(30 + 48 * 60),
  'a minute later still': after(31 + 48 * 60),
} as const
type Moment = keyof typeof moments

const moves = {
  cancel: (who: Person, id: string) => who.call.appointments.cancel({ id }),
  accept: (who: Person, id: string) => who.call.appointments.accept({ id }),
  decline: (who: Person, id: string) => who.call.appointments.decline({ id, reason: 'Away' }),
  complete: (who: Person, id: string) => who.call.appointments.complete({ id }),
  reportNoShow: (who: Person, id: string) => who.call.appointments.reportNoShow({ id }),
}
type Move = keyof typeof moves
type Legal = {
  who: 'owner' | 'vet'
  move: Move
  from: AppointmentStatus
  to: AppointmentStatus
  at: Moment[]
}

const always = Object.keys(moments) as Moment[]
const from = (first: Moment) => always.slice(always.indexOf(first))
const until = (end: Moment) => always.slice(0, always.indexOf(end))

/** Every legal move of an in-person visit, written down independently: all others are refused. */
const legal: Legal[] = [
  { who: 'owner', move: 'cancel', from: 'pending', to: 'cancelled', at: until('at the end') },
  { who: 'owner', move: 'cancel', from: 'confirmed', to: 'cancelled', at: until('at the start') },
  { who: 'vet', move: 'accept', from: 'pending', to: 'confirmed', at: until('at the end') },
  { who: 'vet', move: 'decline', from: 'pending', to: 'declined', at: until('at the end') },
  { who: 'vet', move: 'complete', from: 'pending', to: 'completed', at: from('at the start') },
  { who: 'vet', move: 'cancel', from: 'confirmed', to: 'cancelled', at: until('at the end') },
  { who: 'vet', move: 'complete', from: 'confirmed', to: 'completed', at: from('at the start') },
  { who: 'vet', move: 'reportNoShow', from: 'confirmed', to: 'no_show', at: from('15 minutes in') },
  {
    who: 'vet',
    move: 'reportNoShow',
    from: 'completed',
    to: 'no_show',
    at: ['15 minutes in', 'at the end', '48 hours after the end'],
  },
]
const statuses: AppointmentStatus[] = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'declined',
  'expired',
  'no_show',
]

afterEach(async () => {
  world.clock.now = morning
  await world.db.deleteFrom('appointments').execute()
  await world.db.deleteFrom('calendar_holds').execute()
  await world.db.deleteFrom('appointment_changes').execute()
})

test.each(statuses)(
  'from %s, owner and vet may take the legal moves at their times and no other',
  async (status) => {
    for (const moment of always) {
      for (const move of Object.keys(moves) as Move[]) {
        for (const who of ['owner', 'vet'] as const) {
          const what = `${who} ${move} ${moment}`
          world.clock.now = morning
          const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt, status })
          world.clock.now = moments[moment]
          const attempt = moves[move](who === 'owner' ? asha : meera, id)
          const rule = legal.find(
            (row) => row.who === who && row.move === move && row.from === status && row.at.includes(moment),
          )
          if (rule) {
            expect(await attempt, what).toEqual({ id, status: rule.to })
          } else if (who === 'owner' && move !== 'cancel') {
            await expect(attempt, what).rejects.toMatchObject({ code: 'request.forbidden', status: 403 })
          } else {
            await expect(attempt, what).rejects.toMatchObject({
              code: 'appointments.move_not_allowed',
              status: 409,
              data: { status },
            })
          }
          const now = await stateOf(id)
          expect(now.status, what).toBe(rule?.to ?? status)
          expect(now.held, what).toBe(['pending', 'confirmed'].includes(now.status))
          expect(now.changes, what).toHaveLength(rule ? 1 : 0)
          await world.db.deleteFrom('appointments').execute()
          await world.db.deleteFrom('calendar_holds').execute()
        }
      }
    }
  },
)

test('a rated visit cannot be called a no-show any more', async () => {
  const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt, status: 'completed' })
  await world.db
    .insertInto('ratings')
    .values({ id: newId(), appointment_id: id, provider_id: vetId, pet_owner_id: asha.ownerId, rating: 5 })
    .execute()
  world.clock.now = after(60)
  const refused = { code: 'appointments.move_not_allowed' }
  await expect(moves.reportNoShow(meera, id)).rejects.toMatchObject(refused)
  // Also after Support has removed the text.
  const { adminId } = await makeAdmin(world, 'nadia')
  await world.db
    .updateTable('ratings')
    .set({ removed_at: after(60), removed_by: adminId, removal_reason: 'Rude' })
    .where('appointment_id', '=', id)
    .execute()
  await expect(moves.reportNoShow(meera, id)).rejects.toMatchObject(refused)
  await world.db.deleteFrom('ratings').execute()
})

test('other owners and vets can’t find the appointment', async () => {
  for (const status of ['pending', 'confirmed', 'completed'] as const) {
    const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt, status })
    world.clock.now = after(20)
    const notFound = { code: 'request.not_found', status: 404 }
    await expect(moves.cancel(ravi, id)).rejects.toMatchObject(notFound)
    for (const move of Object.values(moves)) await expect(move(kabir, id)).rejects.toMatchObject(notFound)
    for (const move of Object.values(moves))
      await expect(move(meera, newId())).rejects.toMatchObject(notFound)
    const refused = await moves.cancel(ravi, id).catch((error) => error)
    const absent = await moves.cancel(ravi, newId()).catch((error) => error)
    expect(JSON.stringify(refused)).toBe(JSON.stringify(absent))
    expect((await stateOf(id)).status).toBe(status)
    world.clock.now = morning
    await world.db.deleteFrom('appointments').execute()
    await world.db.deleteFrom('calendar_holds').execute()
  }
})

test('a vet who keeps a pet cannot answer their own request to another vet', async () => {
  const id = await makeAppointment(world.db, { ownerId: kabir.ownerId, vetId, startsAt })
  for (const move of ['accept', 'decline', 'complete', 'reportNoShow'] as const)
    await expect(moves[move](kabir, id)).rejects.toMatchObject({ code: 'request.not_found' })
  expect(await moves.cancel(kabir, id)).toEqual({ id, status: 'cancelled' })
})

test('without a login nothing can be changed', async () => {
  const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt })
  for (const move of Object.values(moves)) {
    await expect(move({ call: world.visitor } as Person, id)).rejects.toMatchObject({
      code: 'request.signed_out',
      status: 401,
    })
  }
})

test('a vet who lost verification can’t cancel as a vet, but remains an owner', async () => {
  const { id } = await asha.call.veterinary.book({ vetId, slot })
  await moves.accept(meera, id)
  const own = await makeAppointment(world.db, {
    ownerId: meera.ownerId,
    vetId: await vetIdOf(kabir),
    startsAt,
    status: 'confirmed',
  })
  onTestFinished(() => setVerification('verified'))
  for (const verification_status of ['suspended', 'rejected'] as const) {
    await setVerification(verification_status)
    await expect(moves.cancel(meera, id), verification_status).rejects.toMatchObject({
      code: 'request.not_found',
      status: 404,
    })
  }
  expect(await moves.cancel(meera, own)).toEqual({ id: own, status: 'cancelled' })
  await setVerification('verified')
  expect(await moves.cancel(meera, id)).toEqual({ id, status: 'cancelled' })
})

/** Sets Meera's status, and waits until the server has noticed. */
async function setVerification(verification_status: VerificationStatus) {
  await world.db
    .updateTable('veterinary_doctors')
    .set({ verification_status })
    .where('id', '=', vetId)
    .execute()
  const acts = async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'] !== undefined
  await vi.waitUntil(async () => (await acts()) === (verification_status === 'verified'))
}

async function vetIdOf({ userId }: Person) {
  const row = await world.db
    .selectFrom('veterinary_doctors')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.id
}

test('declining asks for a reason, of at most 500 characters', async () => {
  const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt })
  for (const reason of ['', '   ', '\u0000', 'x'.repeat(501)]) {
    await expect(meera.call.appointments.decline({ id, reason })).rejects.toMatchObject({
      code: 'request.malformed',
      status: 400,
    })
  }
  await meera.call.appointments.decline({ id, reason: '  Out of town ' })
  const past = await asha.call.appointments.appointments({ tab: 'past' })
  expect(past.rows).toMatchObject([{ id, status: 'declined', closingReason: 'Out of town' }])
})

test('both sides see who cancelled, when and why', async () => {
  const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt, status: 'confirmed' })
  await meera.call.appointments.cancel({ id, reason: 'Surgery' })
  const shown = [{ id, status: 'cancelled', cancelledBy: 'provider', closingReason: 'Surgery' }]
  expect((await asha.call.appointments.appointments({ tab: 'past' })).rows).toMatchObject(shown)
  expect((await meera.call.appointments.visits({ tab: 'past' })).rows).toMatchObject(shown)
  const row = await world.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(row.cancelled_at).toEqual(world.clock.now)
})

test('the history lists each change with its actor and time', async () => {
  const { id } = await asha.call.veterinary.book({ vetId, slot })
  const booked = world.clock.now
  const accepted = new Date(booked.getTime() + 60_000)
  world.clock.now = accepted
  await meera.call.appointments.accept({ id })
  const cancelled = new Date(booked.getTime() + 120_000)
  world.clock.now = cancelled
  await asha.call.appointments.cancel({ id, reason: 'Better already' })
  const line = { appointment_id: id, reason: null }
  expect((await stateOf(id)).changes).toMatchObject([
    { ...line, from_status: null, to_status: 'pending', actor_user_id: asha.userId, changed_at: booked },
    {
      ...line,
      from_status: 'pending',
      to_status: 'confirmed',
      actor_user_id: meera.userId,
      changed_at: accepted,
    },
    {
      ...line,
      from_status: 'confirmed',
      to_status: 'cancelled',
      actor_user_id: asha.userId,
      reason: 'Better already',
      changed_at: cancelled,
    },
  ])
})

test('the slot is free again as soon as the status stops blocking it, and someone else can book it', async () => {
  const ends = {
    'cancelled by the owner': (id: string) => moves.cancel(asha, id),
    'declined by the vet': (id: string) => moves.decline(meera, id),
  }
  for (const [how, end] of Object.entries(ends)) {
    const { id } = await asha.call.veterinary.book({ vetId, slot })
    await expect(ravi.call.veterinary.book({ vetId, slot })).rejects.toMatchObject({
      code: 'booking.slot_taken',
    })
    await end(id)
    expect(await world.db.selectFrom('calendar_holds').selectAll().execute(), how).toEqual([])
    const again = await ravi.call.veterinary.book({ vetId, slot })
    expect(again, how).toMatchObject({ status: 'pending', startsAt })
    await moves.cancel(ravi, again.id)
  }
})

test('accepting and cancelling at once: each race has one order, and its end agrees with what was answered', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await asha.call.veterinary.book({ vetId, slot })
    const [accepted, cancelled] = await Promise.allSettled([moves.accept(meera, id), moves.cancel(asha, id)])
    // The owner may cancel before and after the vet accepts, but the vet can't accept a cancelled request.
    expect(cancelled.status).toBe('fulfilled')
    if (accepted.status === 'rejected')
      expect(accepted.reason).toMatchObject({
        code: 'appointments.move_not_allowed',
        data: { status: 'cancelled' },
      })
    const { status, held, changes } = await stateOf(id)
    expect(status).toBe('cancelled')
    expect(held).toBe(false)
    expect(changes.map(({ to_status }) => to_status)).toEqual(
      accepted.status === 'fulfilled' ? ['pending', 'confirmed', 'cancelled'] : ['pending', 'cancelled'],
    )
  }
})

test('of many conflicting changes at once, exactly one wins', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await asha.call.veterinary.book({ vetId, slot })
    const attempts = [
      () => moves.accept(meera, id),
      () => moves.decline(meera, id),
      () => moves.accept(meera, id),
      () => moves.decline(meera, id),
    ]
    const answers = await Promise.allSettled(attempts.map((attempt) => attempt()))
    const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(won).toHaveLength(1)
    expect(refused.map(({ code, status }) => [code, status])).toEqual(
      Array.from({ length: 3 }, () => ['appointments.move_not_allowed', 409]),
    )
    const now = await stateOf(id)
    expect(now.status).toBe(won[0]!.status)
    expect(now.changes).toHaveLength(2)
    if (now.held) await moves.cancel(asha, id)
  }
})

test('a change repeated under its key happens once, with the same answer', async () => {
  const { id } = await asha.call.veterinary.book({ vetId, slot })
  const cancel = () =>
    asha.call.appointments.cancel({ id, reason: 'Twice' }, { context: { key: 'cancel-once' } })
  const answers = await Promise.all([cancel(), cancel(), cancel()])
  answers.push(await cancel())
  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ id, status: 'cancelled' })))
  expect((await stateOf(id)).changes).toHaveLength(2)
})

async function stateOf(id: string) {
  const row = await world.db
    .selectFrom('appointments as a')
    .leftJoin('calendar_holds as hold', 'hold.appointment_id', 'a.id')
    .select(['a.status', 'hold.id as hold'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()
  const holds = await world.db.selectFrom('calendar_holds').select('id').execute()
  const changes = await world.db
    .selectFrom('appointment_changes')
    .selectAll()
    .where('appointment_id', '=', id)
    .orderBy('sequence')
    .execute()
  expect(holds.map((hold) => hold.id)).toEqual(row.hold ? [row.hold] : [])
  return { status: row.status, held: row.hold !== null, changes }
}
