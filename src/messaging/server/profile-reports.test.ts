import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const desk = await openDesk(world, 'ravi')
afterEach(async () => {
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
})

const haveSitter = async (name: string) => {
  const person = await world.signUp(name)
  return { person, providerId: await makeSitter(db, { userId: person.userId, fullName: name }) }
}
const openReports = async (userId: string) =>
  (await desk.call.reports({})).rows.filter(({ reporter }) => reporter.id === userId)

test('admins read a report of a sitter’s profile with its kind and page', async () => {
  const { person: leela, providerId } = await haveSitter('Leela')
  const asha = await world.signUp('asha')
  await asha.call.messaging.reportProfile({ providerId, kind: 'misleading', reason: 'There is no garden.' })
  expect(await openReports(asha.userId)).toMatchObject([
    {
      at: mondayMorning,
      reason: 'There is no garden.',
      isOfMessage: false,
      profile: {
        kind: 'misleading',
        provider: { id: providerId, trade: 'sitting', name: 'Leela' },
      },
      reported: { id: leela.userId, name: 'Leela' },
      booking: null,
      said: [],
      resolved: null,
    },
  ])
  await db.deleteFrom('pet_sitters').where('id', '=', providerId).execute()
  expect(await openReports(asha.userId)).toMatchObject([{ profile: { kind: 'misleading', provider: null } }])
})

test('a person has one open report of a profile, and may report it again after the first is resolved', async () => {
  const { providerId } = await haveSitter('Devika')
  const zoya = await world.signUp('zoya')
  const { reportProfile } = zoya.call.messaging
  const rude = { providerId, kind: 'rude', reason: 'Shouted at me' } as const
  const both = await Promise.allSettled([reportProfile(rude), reportProfile(rude)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(reportProfile(rude)).rejects.toMatchObject({
    code: 'messaging.profile_already_reported',
    status: 409,
  })
  const [open] = await openReports(zoya.userId)
  await desk.call.resolveReport({ id: open!.id, conclusion: 'Warned by phone.' })
  await reportProfile({ ...rude, reason: 'Again' })
  expect(await openReports(zoya.userId)).toMatchObject([{ reason: 'Again' }])
  await (await world.signUp('kiran')).call.messaging.reportProfile(rude)
})

test('providers of every trade can be reported, but not oneself, and nobody who isn’t listed', async () => {
  const { person: sitter, providerId } = await haveSitter('Omar')
  const vet = await world.signUp('kabir')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Kabir Shah' })
  const report = { kind: 'other', reason: 'Something' } as const
  await sitter.call.messaging.reportProfile({ ...report, providerId: vetId })
  expect(await openReports(sitter.userId)).toMatchObject([{ profile: { provider: { trade: 'veterinary' } } }])
  await expect(sitter.call.messaging.reportProfile({ ...report, providerId })).rejects.toMatchObject({
    code: 'messaging.own_profile',
    status: 422,
  })
  await db
    .updateTable('pet_sitters')
    .set({ verification_status: 'suspended' })
    .where('id', '=', providerId)
    .execute()
  await expect(vet.call.messaging.reportProfile({ ...report, providerId })).rejects.toMatchObject({
    code: 'request.not_found',
  })
})

test('a report needs a kind and at most 1000 characters', async () => {
  const { providerId } = await haveSitter('Tara')
  const { reportProfile } = (await world.signUp('noor')).call.messaging
  for (const wrong of [{ reason: ' ' }, { reason: 'a'.repeat(1001) }, { kind: 'none' as 'other' }])
    await expect(
      reportProfile({ providerId, kind: 'other', reason: 'Fine', ...wrong }),
    ).rejects.toMatchObject({
      code: 'request.malformed',
    })
  await reportProfile({ providerId, kind: 'other', reason: 'a'.repeat(1000) })
})
