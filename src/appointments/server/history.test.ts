import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { jobs } = world.app
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(world.db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
})
await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' })
for (const vet of [meera, kabir])
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
const start = world.clock.now
const at = (date: string, startTime: string, endTime: string) => ({ date, startTime, endTime })
const thursday = at('2026-11-05', '10:00', '10:30')

const linesOf = async (who: typeof asha, id: string) => {
  const { rows } = await who.call.appointments.history({ id })
  return rows.map(({ what, by, at: when }) => [what, by, when.getTime() - start.getTime()])
}

test('every change leaves a history line with actor and time, which only both sides can read', async () => {
  world.clock.now = start
  const { id, startsAt } = await asha.call.veterinary.book({ vetId, slot: thursday })
  world.clock.now = new Date(start.getTime() + 1)
  await meera.call.appointments.accept({ id })
  world.clock.now = new Date(start.getTime() + 2)
  const moved = await asha.call.appointments.reschedule({ id, slot: at('2026-11-06', '11:00', '11:30') })
  world.clock.now = new Date(start.getTime() + 3)
  await meera.call.appointments.cancel({ id, reason: 'We are moving house' })

  for (const side of [asha, meera])
    expect(await linesOf(side, id)).toEqual([
      ['cancelled', 'provider', 3],
      ['moved', 'owner', 2],
      ['confirmed', 'provider', 1],
      ['requested', 'owner', 0],
    ])
  const { rows } = await asha.call.appointments.history({ id })
  expect(rows[0]).toMatchObject({ reason: 'We are moving house', moved: null })
  expect(rows[1]).toMatchObject({ reason: null, moved: { from: startsAt, to: moved.startsAt } })
  for (const other of [ravi, kabir])
    await expect(other.call.appointments.history({ id })).rejects.toMatchObject({ code: 'request.not_found' })
})

test('expiry, payment and the end of a visit are logged as the system’s', async () => {
  world.clock.now = start
  const unanswered = await asha.call.veterinary.book({ vetId, slot: thursday })
  world.clock.now = unanswered.endsAt
  await jobs.runSweep('expire-unanswered-appointments', world.clock.now)
  expect(await linesOf(asha, unanswered.id)).toEqual([
    ['expired', 'system', unanswered.endsAt.getTime() - start.getTime()],
    ['requested', 'owner', 0],
  ])

  world.clock.now = start
  const card = await saveCard(world, asha)
  const online = await asha.call.veterinary.book({
    vetId,
    slot: at('2026-11-02', '12:00', '12:30'),
    appointmentType: 'teleconsultation',
    contactMethod: 'zoom',
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  } as Parameters<typeof asha.call.veterinary.book>[0])
  await pay(world, asha, online.payment!.id)
  await jobs.deliverEvents(world.clock.now)
  world.clock.now = online.endsAt
  await jobs.runSweep('complete-ended-appointments', world.clock.now)
  world.clock.now = new Date(online.endsAt.getTime() + HOUR)
  await asha.call.appointments.reportAbsence({ id: online.id })
  await meera.call.appointments.denyAbsence({ id: online.id })
  const { rows } = await meera.call.appointments.history({ id: online.id })
  expect(rows.map(({ what, by }) => `${what} ${by}`)).toEqual([
    'absence_denied provider',
    'absence_reported owner',
    'completed system',
    'confirmed system',
    'requested owner',
  ])
})
