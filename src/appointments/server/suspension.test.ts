import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const om = await world.signUp('om')
const kabir = await world.signUp('kabir')
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const trainerId = await makeTrainer(db, {
  userId: om.userId,
  fullName: 'Om Prakash',
  hours: [{ start: '10:00', end: '11:00' }],
})
const stylistId = await makeStylist(db, { userId: om.userId, fullName: 'Om Prakash' })
const vetId = await makeVet(db, {
  userId: kabir.userId,
  fullName: 'Kabir Shah',
  registrationCouncil: 'Karnataka',
})

async function settle() {
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
}

const decide = async (
  record: 'pet_trainer' | 'pet_stylist' | 'veterinary_doctor',
  recordId: string,
  to: 'suspended' | 'submitted' | 'verified',
) => {
  const { version } = await desk.call.submission({ record, recordId })
  const reason = 'Reported'
  await desk.call.decide({ record, recordId, decision: { to, reason, version } })
  await settle()
}

async function toldTo(person = asha) {
  const { rows } = await person.call.notifications.list({})
  await db.deleteFrom('notifications').execute()
  return rows.map(({ title }) => title)
}

beforeEach(async () => {
  await settle()
  await db.deleteFrom('notifications').execute()
})
afterEach(async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('owners hear of the suspended trade alone, and when it is back', async () => {
  const { id } = await asha.call.training.book({
    trainerId,
    sessionType: 'Puppy Training',
    slot: { date: '2026-11-05', startTime: '10:00', endTime: '11:00' },
  })
  await asha.call.styling.book({
    stylistId,
    pets: [{ petId: bruno.id, service: 'Bath & Brush' }],
    slot: { date: '2026-11-05', startTime: '14:00', endTime: '15:00' },
  })
  await settle()
  await toldTo()

  await decide('pet_trainer', trainerId, 'suspended')
  await expect(
    asha.call.appointments.reschedule({
      id,
      slot: { date: '2026-11-06', startTime: '10:00', endTime: '11:00' },
    }),
  ).rejects.toMatchObject({ code: 'appointments.move_not_allowed' })
  expect(await toldTo()).toEqual(['Your trainer may not be able to see you'])
  await decide('pet_stylist', stylistId, 'suspended')
  expect(await toldTo()).toEqual(['Your stylist may not be able to see you'])
  await decide('pet_trainer', trainerId, 'submitted')
  expect(await toldTo()).toEqual(['Your trainer is back'])
  await decide('pet_trainer', trainerId, 'verified')
  expect(await toldTo()).toEqual([])
  await decide('pet_stylist', stylistId, 'submitted')
  expect(await toldTo()).toEqual(['Your stylist is back'])
})

test('a vet whose record was suspended is listed again once it is verified', async () => {
  const file = new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' })
  await kabir.call.verification.addDocument({ record: 'veterinary_doctor', file })
  await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-06', startTime: '10:00', endTime: '10:30' },
  })
  await settle()
  await toldTo()
  await decide('veterinary_doctor', vetId, 'suspended')
  expect(await toldTo()).toEqual(['Your vet may not be able to see you'])
  await decide('veterinary_doctor', vetId, 'submitted')
  expect(await toldTo()).toEqual([])
  await decide('veterinary_doctor', vetId, 'verified')
  expect(await toldTo()).toEqual(['Your vet is back'])
})

const ways = {
  account: {
    stop: () => desk.call.suspend({ id: om.userId, reason: 'Reported' }),
    go: () => desk.call.liftSuspension({ id: om.userId }),
  },
  record: {
    stop: () => decide('pet_trainer', trainerId, 'suspended'),
    go: () => decide('pet_trainer', trainerId, 'submitted'),
  },
}

test.each([
  ['account', '2026-11-12'],
  ['record', '2026-11-13'],
] as const)(
  'a slot freed while the trainer’s %s is suspended is announced once that is lifted',
  async (what, day) => {
    const { id } = await asha.call.training.book({
      trainerId,
      sessionType: 'Puppy Training',
      slot: { date: day, startTime: '10:00', endTime: '11:00' },
    })
    await ravi.call.booking.wait({ trade: 'training', providerId: trainerId, day })
    await settle()
    await ways[what].stop()
    await settle()
    await asha.call.appointments.cancel({ id })
    await settle()
    expect(await toldTo(ravi)).toEqual([])
    await ways[what].go()
    await settle()
    expect(await toldTo(ravi)).toEqual(['A time is free'])
  },
)
