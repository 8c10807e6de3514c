import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makeBooked } from '#/messaging/server/booked.factory.ts'
import { outcomeText } from '#/messaging/text.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const desk = await openDesk(world, 'ravi')
afterEach(async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
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
  await desk.call.resolveReport({ id: open!.id, conclusion: 'Warned by phone.', outcome: 'acted' })
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

test('a report keeps the profile as it was, whatever the provider changes later', async () => {
  const { person, providerId } = await haveSitter('Gita')
  await db
    .updateTable('pet_sitters')
    .set({ bio: 'A garden with a wall.', has_garden: true, photos: ['/homes/garden.svg', '/homes/sofa.svg'] })
    .where('id', '=', providerId)
    .execute()
  const hari = await world.signUp('hari')
  await hari.call.messaging.reportProfile({ providerId, kind: 'misleading', reason: 'There is no garden.' })
  await db
    .updateTable('pet_sitters')
    .set({ full_name: 'Gita Nair', bio: 'A flat.', has_garden: false, photos: [], hourly_rate: 1 })
    .where('user_id', '=', person.userId)
    .execute()
  const [report] = await openReports(hari.userId)
  const then = new Map(report!.evidence.map(({ label, ...fact }) => [label, fact]))
  expect(then.get('Name')).toEqual({ text: 'Gita' })
  expect(then.get('About')).toEqual({ text: 'A garden with a wall.' })
  expect(then.get('Home')!.text).toMatch(/garden/)
  expect(then.get('Photos')).toEqual({
    text: '2 pictures',
    pictures: ['/homes/garden.svg', '/homes/sofa.svg'],
  })
  expect(then.get('Price')!.text).toMatch(/^₹/)
})

test('reports keep the pages of every trade', async () => {
  const reader = await world.signUp('ishaan')
  const vet = await world.signUp('lakshmi')
  const vetId = await makeVet(db, { userId: vet.userId, fullName: 'Lakshmi Pillai' })
  const trainer = await world.signUp('maya')
  const trainerId = await makeTrainer(db, { userId: trainer.userId, fullName: 'Maya' })
  const stylist = await world.signUp('nisha')
  const stylistId = await makeStylist(db, { userId: stylist.userId, fullName: 'Nisha' })
  for (const providerId of [vetId, trainerId, stylistId])
    await reader.call.messaging.reportProfile({ providerId, kind: 'other', reason: 'See for yourself' })
  const reports = await openReports(reader.userId)
  const labelsOf = (trade: string) =>
    reports
      .find(({ profile }) => profile?.provider?.trade === trade)!
      .evidence.map(({ label }) => label)
      .join()
  expect(labelsOf('veterinary')).toMatch(/^Name,Work,Place.*Registration number/)
  expect(labelsOf('training')).toMatch(/^Name,Work/)
  expect(labelsOf('styling')).toMatch(/^Name,Work/)
})

test('a report keeps whether a trainer or stylist comes to owners’ homes, in the words of their cards', async () => {
  const reader = await world.signUp('jaya')
  const home = { location: 'Andheri, Mumbai', comesToOwner: true }
  const travelling = [
    await makeTrainer(db, { ...home, userId: (await world.signUp('tenzin')).userId }),
    await makeStylist(db, { ...home, userId: (await world.signUp('pooja')).userId }),
  ]
  const salon = await makeStylist(db, { userId: (await world.signUp('farah')).userId })
  for (const providerId of [...travelling, salon])
    await reader.call.messaging.reportProfile({ providerId, kind: 'misleading', reason: 'Sent me elsewhere' })
  await db.updateTable('pet_trainers').set({ comes_to_owner: false }).execute()
  await db.updateTable('pet_stylists').set({ comes_to_owner: false }).execute()
  const visitsOf = (id: string, reports: Awaited<ReturnType<typeof openReports>>) =>
    reports
      .find(({ profile }) => profile?.provider?.id === id)!
      .evidence.filter(({ label }) => label === 'Visits')
  const reports = await openReports(reader.userId)
  for (const id of travelling)
    expect(visitsOf(id, reports)).toEqual([{ label: 'Visits', text: 'Comes to your home' }])
  expect(visitsOf(salon, reports)).toEqual([])
})

test('each side of a booking can report the other once at a time, and the report keeps the booking as it was', async () => {
  const { owner, vet: provider, bookingId } = await makeBooked(world, ['bela', 'Chetan'])
  await owner.call.messaging.send({ bookingId, text: 'Where are you?' })
  const report = { bookingId, kind: 'not_as_agreed', reason: 'Nobody came for an hour' } as const
  const both = await Promise.allSettled([
    owner.call.messaging.reportBooking(report),
    owner.call.messaging.reportBooking(report),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(owner.call.messaging.reportBooking(report)).rejects.toMatchObject({
    code: 'messaging.booking_already_reported',
    status: 409,
  })
  await provider.call.messaging.reportBooking({ ...report, kind: 'rude', reason: 'They shout' })
  await db
    .updateTable('appointments')
    .set({ status: 'declined', closing_reason: 'Later words' })
    .where('id', '=', bookingId)
    .execute()
  const [ofOwner] = await openReports(owner.userId)
  expect(ofOwner).toMatchObject({
    profile: null,
    isOfMessage: false,
    reported: { id: provider.userId },
    booking: { id: bookingId, kind: 'not_as_agreed' },
    said: [{ by: 'reporter', text: 'Where are you?' }],
  })
  const facts = Object.fromEntries(ofOwner!.evidence.map(({ label, text }) => [label, text]))
  expect(facts).toMatchObject({ Status: 'confirmed', Name: 'Dr. Chetan' })
  expect(JSON.stringify(facts)).not.toMatch(/Later words/)
  const [ofProvider] = await openReports(provider.userId)
  expect(ofProvider).toMatchObject({ reported: { id: owner.userId }, booking: { kind: 'rude' } })
  // An owner has no public page.
  expect(ofProvider!.evidence.map(({ label }) => label)).not.toContain('Name')
})

test('the reporter is told the outcome but not the conclusion, and the reported person is told nothing', async () => {
  const { owner, vet: provider, bookingId } = await makeBooked(world, ['esha', 'Firoz'])
  await owner.call.messaging.reportBooking({ bookingId, kind: 'rude', reason: 'Shouted at Bruno' })
  const [open] = await openReports(owner.userId)
  await desk.call.resolveReport({ id: open!.id, conclusion: 'Warned by phone.', outcome: 'acted' })
  const told = async (person: typeof owner) =>
    (await person.call.notifications.list({ type: 'report_resolved' })).rows
  expect(await told(owner)).toMatchObject([
    { title: 'Your report about Firoz', message: outcomeText.acted, href: '/help-support' },
  ])
  expect(JSON.stringify(await told(owner))).not.toMatch(/phone/)
  expect(await told(provider)).toEqual([])
  expect((await desk.call.reports({ show: 'done' })).rows[0]).toMatchObject({
    id: open!.id,
    resolved: { conclusion: 'Warned by phone.', outcome: 'acted' },
  })
})
