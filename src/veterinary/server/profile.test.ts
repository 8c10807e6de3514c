import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import type { VerificationStatus } from '#/verification/rules.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { addHours } from './factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const record = 'veterinary_doctor' as const

/** A Wednesday, two days ahead. */
const slot = { date: '2026-11-04', startTime: '10:00', endTime: '10:30' }

const filled = {
  fullName: 'Meera Iyer',
  licenseId: 'KVC/2009/1423',
  registrationCouncil: 'Karnataka Veterinary Council',
  specialization: 'General practice',
  location: 'Indiranagar, Bengaluru',
  phoneNumber: '+91 80 4112 2314',
  consultationFee: 60_000,
  refundPolicy: 'standard' as RefundPolicy,
  offersInPerson: true,
  offersTeleconsultation: false,
  bio: 'Cats first.',
}
const setStatus = (person: Person, verification_status: VerificationStatus) =>
  db
    .updateTable('veterinary_doctors')
    .set({ verification_status, submitted_at: world.clock.now })
    .where('user_id', '=', person.userId)
    .execute()
const vetIdOf = async (person: Person) =>
  (
    await db
      .selectFrom('veterinary_doctors')
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
  ).id

test('a profile is empty at first, and is returned as saved', async () => {
  const meera = await world.signUp('meera')
  expect(await meera.call.veterinary.profile()).toBeNull()
  const saved = await meera.call.veterinary.saveProfile(filled)
  expect(saved).toEqual({ ...filled, imageUrl: null })
  expect(await meera.call.veterinary.profile()).toEqual(saved)
  const changed = { ...filled, consultationFee: 0, bio: null, offersTeleconsultation: true }
  expect(await meera.call.veterinary.saveProfile(changed)).toEqual({ ...changed, imageUrl: null })
  expect(await asha.call.veterinary.profile()).toBeNull()
})

test('two first saves at once make one record', async () => {
  const kabir = await world.signUp('kabir')
  await Promise.all(
    ['A', 'B', 'C'].map((fullName) => kabir.call.veterinary.saveProfile({ ...filled, fullName })),
  )
  const rows = await db
    .selectFrom('veterinary_doctors')
    .selectAll()
    .where('user_id', '=', kabir.userId)
    .execute()
  expect(rows).toHaveLength(1)
})

test('at least one kind of visit has to be offered', async () => {
  const none = { ...filled, offersInPerson: false }
  await expect(asha.call.veterinary.saveProfile(none)).rejects.toMatchObject({
    code: 'veterinary.no_kind_of_visit',
    status: 422,
  })
  expect(await asha.call.veterinary.profile()).toBeNull()
})

test('no input lets a vet verify or rate themselves', async () => {
  const zoya = await world.signUp('zoya')
  const wishes = {
    verificationStatus: 'verified',
    verification_status: 'verified',
    rating: 5,
    id: 'x',
    userId: asha.userId,
  }
  await zoya.call.veterinary.saveProfile({ ...filled, ...wishes })
  const row = await db
    .selectFrom('veterinary_doctors as v')
    .innerJoin('providers as p', 'p.id', 'v.id')
    .select(['v.verification_status', 'p.verification_status as standing', 'p.rating', 'v.availability'])
    .where('v.user_id', '=', zoya.userId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ verification_status: 'draft', standing: 'draft', rating: null, availability: null })
})

test('a fee is nothing, or what a gateway takes', async () => {
  const vet = await world.signUp('fees')
  await expect(vet.call.veterinary.saveProfile({ ...filled, consultationFee: 99 })).rejects.toMatchObject({
    code: 'request.malformed',
  })
  for (const consultationFee of [0, 100])
    expect(await vet.call.veterinary.saveProfile({ ...filled, consultationFee })).toMatchObject({
      consultationFee,
    })
})

test('a new photo replaces the old one and deletes its file', async () => {
  const noor = await world.signUp('noor')
  const first = await noor.call.veterinary.saveProfile({ ...filled, photo: await makePhoto('one.jpg') })
  expect((await fetch(world.url + first.imageUrl)).status).toBe(200)
  const second = await noor.call.veterinary.saveProfile({ ...filled, photo: await makePhoto('two.jpg') })
  expect(second.imageUrl).not.toBe(first.imageUrl)
  expect(await noor.call.veterinary.saveProfile(filled)).toMatchObject({ imageUrl: second.imageUrl })
  expect(await noor.call.veterinary.saveProfile({ ...filled, removePhoto: true })).toMatchObject({
    imageUrl: null,
  })
  const uploads = await db.selectFrom('uploads').select('id').where('user_id', '=', noor.userId).execute()
  expect(uploads).toEqual([])
  expect(await filesOnDisk(world.dataDir)).toEqual([])
})

/** Makes a vet with a complete, verified profile. */
async function verifiedVet(name: string): Promise<Person> {
  const person = await world.signUp(name)
  await person.call.veterinary.saveProfile(filled)
  const file = new File([new Uint8Array(makePdf())], 'licence.pdf')
  await person.call.verification.addDocument({ record, file })
  await setStatus(person, 'verified')
  return person
}

test.each([
  ['licenseId', 'KVC/2010/0001'],
  ['registrationCouncil', 'Kerala'],
  ['fullName', 'Somebody Else'],
])('changing a verified %s needs a new check', async (field, value) => {
  const vet = await verifiedVet(`changes.${field.toLowerCase()}`)
  await vet.call.veterinary.saveProfile({ ...filled, bio: 'Dogs first.', consultationFee: 100 })
  expect(await vet.call.verification.standing({ record })).toMatchObject({
    status: 'verified',
    isListed: true,
  })
  await vet.call.veterinary.saveProfile({ ...filled, [field]: value })
  expect(await vet.call.verification.standing({ record })).toMatchObject({
    status: 'submitted',
    isListed: false,
  })
  await world.app.jobs.deliverEvents()
  const { rows } = await vet.call.notifications.list({})
  expect(rows[0]).toMatchObject({ type: 'verification_submitted', title: 'Your profile is being checked' })
})

test('a vet whose change is being checked keeps the visits already booked, and accepts no new ones', async () => {
  const vet = await verifiedVet('married')
  const vetId = await vetIdOf(vet)
  await addHours(db, vetId, {})
  const visit = (day: number, status: 'pending' | 'confirmed') =>
    makeAppointment(db, {
      ownerId: asha.ownerId,
      vetId,
      startsAt: new Date(`2026-11-${day}T05:00:00Z`),
      status,
    })
  const [asked, agreed, unwanted] = [
    await visit(16, 'pending'),
    await visit(17, 'confirmed'),
    await visit(18, 'pending'),
  ]
  await vet.call.veterinary.saveProfile({ ...filled, fullName: 'A New Name' })
  // The process only looks again after the first change.
  await expect.poll(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor']).toBe(vetId)
  expect((await vet.call.appointments.visits({ tab: 'upcoming' })).rows.map(({ id }) => id)).toEqual([agreed])
  await expect(vet.call.appointments.accept({ id: asked })).rejects.toMatchObject({
    code: 'appointments.being_checked',
    status: 409,
  })
  const { now } = world.clock
  world.clock.now = new Date('2026-11-16T05:10:00Z')
  await expect(vet.call.appointments.complete({ id: asked })).rejects.toMatchObject({
    code: 'appointments.being_checked',
    status: 409,
  })
  world.clock.now = now
  expect(await vet.call.appointments.decline({ id: unwanted, reason: 'Away' })).toMatchObject({
    status: 'declined',
  })
  expect(await vet.call.appointments.cancel({ id: agreed })).toMatchObject({ status: 'cancelled' })
})

test('a vet who asked for deletion can’t be found or booked until they cancel it', async () => {
  const vet = await verifiedVet('leaving')
  const vetId = await vetIdOf(vet)
  await addHours(db, vetId, {})
  await vet.call.privacy.leave({ confirmed: true })
  const notFound = { code: 'request.not_found' }
  expect((await asha.call.veterinary.vets({})).rows.map(({ id }) => id)).not.toContain(vetId)
  await expect(asha.call.veterinary.vet({ id: vetId })).rejects.toMatchObject(notFound)
  await expect(asha.call.booking.openDays({ trade: 'veterinary', providerId: vetId })).rejects.toMatchObject(
    notFound,
  )
  await expect(asha.call.veterinary.book({ vetId, slot })).rejects.toMatchObject(notFound)
  await vet.call.privacy.stay()
  expect((await asha.call.veterinary.vet({ id: vetId })).id).toBe(vetId)
})

test.each(['draft', 'submitted', 'rejected', 'suspended'] as const)(
  'a %s vet is not found and not booked, and what was booked stays',
  async (status) => {
    const vet = await verifiedVet(`goes.${status}`)
    const vetId = await vetIdOf(vet)
    await addHours(db, vetId, {})
    const found = async () => (await asha.call.veterinary.vets({})).rows.some(({ id }) => id === vetId)
    expect(await found()).toBe(true)
    const booked = await makeAppointment(db, {
      ownerId: asha.ownerId,
      vetId,
      startsAt: new Date('2026-11-20T05:00:00Z'),
    })

    await setStatus(vet, status)
    expect(await found()).toBe(false)
    const notFound = { code: 'request.not_found' }
    await expect(asha.call.veterinary.vet({ id: vetId })).rejects.toMatchObject(notFound)
    await expect(
      asha.call.booking.openDays({ trade: 'veterinary', providerId: vetId }),
    ).rejects.toMatchObject(notFound)
    await expect(asha.call.veterinary.book({ vetId, slot })).rejects.toMatchObject(notFound)
    const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
    expect(rows.map(({ id }) => id)).toContain(booked)
  },
)

test('vets can’t book themselves, nor be booked for what they don’t offer', async () => {
  const vet = await verifiedVet('self')
  const vetId = await vetIdOf(vet)
  await addHours(db, vetId, {})
  await expect(vet.call.veterinary.book({ vetId, slot })).rejects.toMatchObject({
    code: 'appointments.own_calendar',
  })
  await vet.call.veterinary.saveProfile({ ...filled, offersInPerson: false, offersTeleconsultation: true })
  await expect(asha.call.veterinary.book({ vetId, slot })).rejects.toMatchObject({
    code: 'veterinary.not_in_person',
  })
  expect(await asha.call.veterinary.vet({ id: vetId })).toMatchObject({
    offersInPerson: false,
    offersTeleconsultation: true,
  })
})
