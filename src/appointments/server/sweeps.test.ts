import { afterEach, expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { answerBy, movesOf } from '#/appointments/rules.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { completeEnded, expireUnanswered } from './sweeps.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
const ownerId = asha.ownerId
const startsAt = new Date('2026-11-03T04:30:00Z')
const after = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000)
const { jobs } = world.app

const runBoth = async (now: Date) => [
  await jobs.runSweep(expireUnanswered.name, now),
  await jobs.runSweep(completeEnded.name, now),
]

const told = async (person: Person) =>
  (await person.call.notifications.list({})).rows.map(({ title }) => title).toSorted()

afterEach(async () => {
  await jobs.deliverEvents()
  await world.db.deleteFrom('appointments').execute()
  await world.db.deleteFrom('calendar_holds').execute()
  await world.db.deleteFrom('appointment_changes').execute()
  await world.db.deleteFrom('notifications').execute()
})

test('nothing moves a minute before the end', async () => {
  await makeAppointment(world.db, { ownerId, vetId, startsAt })
  await makeAppointment(world.db, { ownerId, vetId, startsAt: after(30), status: 'confirmed' })
  expect(await runBoth(after(29))).toEqual([0, 0])
})

test('the deadline shown to the vet is when the request expires', async () => {
  const request = {
    trade: 'veterinary',
    status: 'pending',
    startsAt,
    endsAt: after(30),
    rated: false,
    isPaidHere: false,
    awaitsPayment: false,
    reschedules: 0,
    proposal: null,
    proposals: 0,
    answerBy: null,
    startedAt: null,
    timeZone: 'Asia/Kolkata',
    nights: null,
    stoppedAt: null,
    absenceReportedAt: null,
    absenceAnsweredAt: null,
    earlyEndDisputedAt: null,
    noShowAt: null,
    completedAt: null,
    correctedAt: null,
    providerBarred: false,
  } as const
  const by = answerBy(request)!
  const before = new Date(by.getTime() - 1)
  await makeAppointment(world.db, { ownerId, vetId, startsAt })
  expect(movesOf('provider', request, before)).toContain('accept')
  expect(await runBoth(before)).toEqual([0, 0])
  expect(movesOf('provider', request, by)).not.toContain('accept')
  expect(movesOf('provider', request, by)).not.toContain('decline')
  expect(movesOf('system', request, by)).toEqual(['expire'])
  expect(await runBoth(by)).toEqual([1, 0])
  expect(answerBy({ ...request, status: 'confirmed' })).toBeNull()
})

test('an unanswered request expires at its deadline, frees its slot, and both sides are notified', async () => {
  const id = await makeAppointment(world.db, { ownerId, vetId, startsAt })
  expect(await runBoth(after(30))).toEqual([1, 0])
  const row = await world.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id, status: 'expired', updated_at: after(30) })
  expect(await world.db.selectFrom('calendar_holds').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('appointment_changes').selectAll().execute()).toMatchObject([
    {
      appointment_id: id,
      from_status: 'pending',
      to_status: 'expired',
      actor_user_id: null,
      changed_at: after(30),
    },
  ])
  await jobs.deliverEvents(after(31))
  expect(await told(asha)).toEqual(['Request expired'])
  expect(await told(meera)).toEqual(['Request expired'])
})

test('a confirmed visit is completed at its end, frees its slot, and both sides are notified', async () => {
  const id = await makeAppointment(world.db, { ownerId, vetId, startsAt, status: 'confirmed' })
  expect(await runBoth(after(30))).toEqual([0, 1])
  const row = await world.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id, status: 'completed' })
  expect(await world.db.selectFrom('calendar_holds').selectAll().execute()).toEqual([])
  await jobs.deliverEvents(after(31))
  expect(await told(asha)).toEqual(['Visit completed'])
  expect(await told(meera)).toEqual(['Visit completed'])
})

test('a server that was down for days catches up, and running again changes nothing', async () => {
  for (let n = 0; n < 5; n++) await makeAppointment(world.db, { ownerId, vetId, startsAt: after(n * 30) })
  const late = after(5 * 1440)
  expect(await runBoth(late)).toEqual([5, 0])
  expect(await runBoth(late)).toEqual([0, 0])
  await jobs.deliverEvents(late)
  expect(await told(asha)).toHaveLength(5)
  expect(await world.db.selectFrom('appointment_changes').selectAll().execute()).toHaveLength(5)
})

test('two servers that sweep at once change each appointment once and notify once', async () => {
  const count = 40
  for (let n = 0; n < count; n++)
    await makeAppointment(world.db, {
      ownerId,
      vetId,
      startsAt: after(n * 30),
      status: n % 2 ? 'confirmed' : 'pending',
    })
  const late = after(1440 * 2)
  const runs = await Promise.all([runBoth(late), runBoth(late), runBoth(late)])
  expect(runs.flat().reduce((sum, moved) => sum + moved, 0)).toBe(count)
  const changes = await world.db.selectFrom('appointment_changes').select('appointment_id').execute()
  expect(new Set(changes.map(({ appointment_id }) => appointment_id)).size).toBe(count)
  expect(changes).toHaveLength(count)
  await Promise.all([jobs.deliverEvents(late), jobs.deliverEvents(late)])
  expect(await asha.call.notifications.unread()).toEqual({ count })
  expect(await meera.call.notifications.unread()).toEqual({ count })
})

test('a visit being changed by someone is left to them, and found by the next run', async () => {
  const id = await makeAppointment(world.db, { ownerId, vetId, startsAt, status: 'confirmed' })
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('appointments').select('id').where('id', '=', id).forUpdate().execute()
    expect(await runBoth(after(60))).toEqual([0, 0])
  })
  expect(await runBoth(after(60))).toEqual([0, 1])
})

test('final states don’t change', async () => {
  const finals = ['completed', 'cancelled', 'declined', 'expired', 'no_show'] as const
  for (const status of finals) await makeAppointment(world.db, { ownerId, vetId, startsAt, status })
  expect(await runBoth(after(9999))).toEqual([0, 0])
  const rows = await world.db.selectFrom('appointments').select('status').execute()
  expect(rows.map(({ status }) => status).toSorted()).toEqual(finals.toSorted())
})
