import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { archivePath } from '#/privacy/rules.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makePet } from './factory.ts'
import { filesOnDisk, makePhoto } from './photo.factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
const { pets } = asha.call

const pdf = (name = 'rabies.pdf', content = makePdf()) =>
  new File([new Uint8Array(content)], name, { type: 'application/pdf' })
const rabies = { name: 'Rabies', givenOn: '2026-01-10' }
const aPet = async (owner: Person = asha) => (await makePet(db, { ownerId: owner.ownerId })).id
const certificateOf = async (petId: string) => (await pets.get({ id: petId })).vaccinations[0]?.certificate
const statusOf = async (url: string) => (await fetch(world.url + url)).status
const uploadsOf = async ({ userId }: Person) =>
  (await db.selectFrom('uploads').select('name').where('user_id', '=', userId).execute()).map(
    ({ name }) => name,
  )

afterEach(async () => {
  world.clock.now = mondayMorning
  const broken = await world.findBrokenInvariants()
  await db.deleteFrom('pets').execute()
  expect(broken).toEqual([])
  // Removing the pets removes every certificate that the tests left.
  expect(await uploadsOf(asha)).toEqual([])
})

test('a vaccination has a certificate, which stays when the rest is corrected, and is opened by a link', async () => {
  const petId = await aPet()
  const { id, certificate } = await pets.addVaccination({ petId, ...rabies, certificate: pdf() })
  expect(certificate).toMatchObject({
    name: 'rabies.pdf',
    contentType: 'application/pdf',
    bytes: makePdf().length,
  })
  const changed = await pets.changeVaccination({ petId, id, ...rabies, name: 'Rabies, second' })
  expect(changed.certificate).toEqual(certificate)
  const { url } = (await certificateOf(petId))!
  const response = await fetch(world.url + url)
  expect(Buffer.from(await response.arrayBuffer()).equals(makePdf())).toBe(true)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
  world.clock.now = new Date(mondayMorning.getTime() + 5 * 60_000)
  expect(await statusOf(url)).toBe(404)
  expect(await statusOf((await certificateOf(petId))!.url)).toBe(200)
})

test('a replacement picture is re-encoded without its location, and the previous file is deleted', async () => {
  const petId = await aPet()
  const { id, certificate } = await pets.addVaccination({ petId, ...rabies, certificate: pdf() })
  const photo = await sharp(Buffer.from(await (await makePhoto()).arrayBuffer()))
    .withExif({ IFD0: { Copyright: 'Asha at home' } })
    .jpeg()
    .toBuffer()
  expect(photo.includes('Asha at home')).toBe(true)
  const picture = new File([new Uint8Array(photo)], 'rabies.jpg', { type: 'image/jpeg' })
  const changed = await pets.changeVaccination({ petId, id, ...rabies, certificate: picture })
  expect(changed.certificate).toMatchObject({ name: 'rabies.jpg', contentType: 'image/webp' })
  const kept = Buffer.from(await (await fetch(world.url + changed.certificate!.url)).arrayBuffer())
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 40 })
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
  expect(await statusOf(certificate!.url)).toBe(404)
  expect(await uploadsOf(asha)).toEqual(['rabies.jpg'])
})

test('a certificate is deleted on removal and with its vaccination', async () => {
  const petId = await aPet()
  const { id, certificate } = await pets.addVaccination({ petId, ...rabies, certificate: pdf() })
  await pets.changeVaccination({ petId, id, ...rabies, removeCertificate: true })
  expect(await certificateOf(petId)).toBeNull()
  expect(await statusOf(certificate!.url)).toBe(404)
  expect(await uploadsOf(asha)).toEqual([])

  await pets.changeVaccination({ petId, id, ...rabies, certificate: pdf('again.pdf') })
  expect(await uploadsOf(asha)).toEqual(['again.pdf'])
  await pets.removeVaccination({ petId, id })
  expect(await uploadsOf(asha)).toEqual([])
})

test('of two simultaneous certificates one is kept, and the other’s upload is deleted', async () => {
  const petId = await aPet()
  const { id } = await pets.addVaccination({ petId, ...rabies, certificate: pdf('first.pdf') })
  const names = ['second.pdf', 'third.pdf']
  await Promise.all(
    names.map((name) => pets.changeVaccination({ petId, id, ...rabies, certificate: pdf(name) })),
  )
  const { name, url } = (await certificateOf(petId))!
  expect(names).toContain(name)
  expect(await uploadsOf(asha)).toEqual([name])
  expect(await statusOf(url)).toBe(200)
})

test.each([
  ['document.wrong_kind', () => pdf('rabies.pdf', Buffer.from('<html>'))],
  ['document.active', () => pdf('rabies.pdf', makePdf('<< /S /Launch >>'))],
  ['document.too_large', () => pdf('rabies.pdf', Buffer.concat([makePdf(), Buffer.alloc(6_000_000)]))],
])('a file that is %s stores neither a vaccination nor a file', async (code, make) => {
  const petId = await aPet()
  const { id } = await pets.addVaccination({ petId, ...rabies, certificate: pdf('good.pdf') })
  const before = [await pets.get({ id: petId }), (await filesOnDisk(world.dataDir)).length]
  const wrong = { petId, name: 'Other', givenOn: '2026-02-02', certificate: make() }
  await expect(pets.addVaccination(wrong)).rejects.toMatchObject({ code, status: 422 })
  await expect(pets.changeVaccination({ id, ...wrong })).rejects.toMatchObject({ code, status: 422 })
  expect([await pets.get({ id: petId }), (await filesOnDisk(world.dataDir)).length]).toEqual(before)
})

test('a refused vaccination keeps no file either', async () => {
  const petId = await aPet()
  const before = (await filesOnDisk(world.dataDir)).length
  const tomorrow = { petId, name: 'Rabies', givenOn: '2026-11-03', certificate: pdf() }
  await expect(pets.addVaccination(tomorrow)).rejects.toMatchObject({ code: 'pets.given_in_future' })
  expect(await filesOnDisk(world.dataDir)).toHaveLength(before)
  expect(await uploadsOf(asha)).toEqual([])
})

test('only the owner gets a link, and a vet while care is shared', async () => {
  const petId = await aPet()
  const { id, certificate } = await pets.addVaccination({ petId, ...rabies, certificate: pdf() })
  await expect(world.visitor.pets.get({ id: petId })).rejects.toMatchObject({ code: 'request.signed_out' })
  const notFound = { code: 'request.not_found' }
  await expect(ravi.call.pets.get({ id: petId })).rejects.toMatchObject(notFound)
  const take = { petId, id, ...rabies, removeCertificate: true }
  await expect(ravi.call.pets.changeVaccination(take)).rejects.toMatchObject(notFound)
  const mine = await aPet(ravi)
  await expect(ravi.call.pets.changeVaccination({ ...take, petId: mine })).rejects.toMatchObject(notFound)
  expect(await statusOf(certificate!.url.split('?')[0]!)).toBe(404)

  const startsAt = new Date('2026-11-03T04:00:00Z')
  const visitAs = (status: AppointmentStatus) =>
    makeAppointment(db, { ownerId: asha.ownerId, vetId, petId, startsAt, status })
  const visit = await visitAs('pending')
  await expect(meera.call.appointments.visitPet({ id: visit })).rejects.toMatchObject(notFound)
  await meera.call.appointments.accept({ id: visit })
  const { vaccinations } = await meera.call.appointments.visitPet({ id: visit })
  expect(vaccinations[0]!.certificate).toMatchObject({ name: 'rabies.pdf' })
  expect(await statusOf(vaccinations[0]!.certificate!.url)).toBe(200)
  expect(JSON.stringify(await meera.call.appointments.visits({ tab: 'upcoming' }))).not.toContain('/private/')
  await asha.call.appointments.cancel({ id: visit })
  await expect(meera.call.appointments.visitPet({ id: visit })).rejects.toMatchObject(notFound)

  const past = await visitAs('completed')
  world.clock.now = new Date('2026-11-17T05:00:01Z')
  await expect(meera.call.appointments.visitPet({ id: past })).rejects.toMatchObject(notFound)
})

test('a certificate with someone else’s file breaks an invariant', async () => {
  const petId = await aPet()
  const { id } = await pets.addVaccination({ petId, ...rabies, certificate: pdf() })
  const giveTo = ({ userId }: Person) =>
    db.updateTable('uploads').set({ user_id: userId }).where('name', '=', 'rabies.pdf').execute()
  await giveTo(ravi)
  expect(await world.findBrokenInvariants()).toMatchObject([
    { invariant: 'a certificate is no private upload of the pet’s owner', first: id },
  ])
  await giveTo(asha)
})

test('it is in the archive of its owner', async () => {
  await pets.addVaccination({ petId: await aPet(), ...rabies, certificate: pdf() })
  const response = await fetch(world.url + archivePath, { headers: { cookie: asha.cookie } })
  const archive = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const [file] = Object.entries(archive).filter(([name]) => name.endsWith('.pdf'))
  expect(Buffer.from(file![1]).equals(makePdf())).toBe(true)
  expect(strFromU8(archive['records/uploads.json']!)).toContain('rabies.pdf')
})

test('a certificate is deleted with its owner’s record and account', async () => {
  const kabir = await world.signUp('kabir')
  const note = async () => {
    const noted = { petId: await aPet(kabir), ...rabies, certificate: pdf() }
    return (await kabir.call.pets.addVaccination(noted)).certificate!.url
  }
  await note()
  await kabir.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 14 * DAY)
  const url = await note()
  expect(await statusOf(url)).toBe(200)
  expect(await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)).toBe(1)
  expect(await statusOf(url)).toBe(404)
  expect(await uploadsOf(kabir)).toEqual([])

  const tara = await world.signUp('tara')
  await tara.call.pets.addVaccination({ petId: await aPet(tara), ...rabies, certificate: pdf() })
  await db.deleteFrom('users').where('id', '=', tara.userId).execute()
  expect(await uploadsOf(tara)).toEqual([])
})
