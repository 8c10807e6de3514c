import { stat } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { digestReader } from '#/app/testing/digest.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const meera = await world.signUp('meera')
const { call } = meera
await call.shop.saveSupplier({ businessName: 'Happy Paws', pickupAddress: 'MG Road, Pune' })
await world.db
  .insertInto('pet_sitters')
  .values({ id: newId(), user_id: meera.userId, full_name: 'Meera Iyer' })
  .execute()
const { id: petId } = await call.pets.add({ name: 'Bruno', species: 'dog' })
const kabir = await world.signUp('kabir')
const bookingId = await makeAppointment(world.db, {
  ownerId: meera.ownerId,
  vetId: await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' }),
  startsAt: new Date('2026-11-05T05:00:00Z'),
})
const digest = await digestReader(world.db, world.dataDir)

const profile = { businessName: 'Happy Paws', pickupAddress: 'MG Road, Pune' }
const ticket = {
  topic: 'other',
  subject: 'A bill',
  message: 'Where do I find the bill of last week?',
} as const
const vaccination = { name: 'Rabies', givenOn: '2026-01-02' } as const

/** All endpoints with uploads, and whether they take pictures or documents. */
const takers = [
  ['accounts/changeProfile', 'picture', (photo: File) => call.accounts.changeProfile({ photo })],
  ['pets/add', 'picture', (photo: File) => call.pets.add({ name: 'Luna', species: 'cat', photo })],
  ['shop/saveSupplier', 'picture', (photo: File) => call.shop.saveSupplier({ ...profile, photo })],
  ['sitting/addPhoto', 'picture', (photo: File) => call.sitting.addPhoto({ photo })],
  [
    'verification/addDocument',
    'document',
    (file: File) => call.verification.addDocument({ record: 'supplier', file }),
  ],
  ['support/openTicket', 'document', (file: File) => call.support.openTicket({ ...ticket, files: [file] })],
  ['messaging/send', 'document', (file: File) => call.messaging.send({ bookingId, pictures: [file] })],
  [
    'pets/addVaccination',
    'document',
    (certificate: File) => call.pets.addVaccination({ petId, ...vaccination, certificate }),
  ],
] as const

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A PNG whose header says one pixel and whose data unpack to 200 MB. */
function swollenPng(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = deflateSync(Buffer.alloc(200_000_000), { level: 9 })
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

const bomb = zipSync({ 'word/document.xml': new Uint8Array(50_000_000) }, { level: 9 })
const vast = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'peru' } })
  .png({ compressionLevel: 9 })
  .toBuffer()
const photo = Buffer.from(await (await makePhoto()).arrayBuffer())

const abuses = [
  ['a picture of 100 megapixels', 'too_many_pixels', vast, 'photo.png'],
  ['a zip bomb with the name of a picture', 'wrong_kind', bomb, 'photo.png'],
  ['a zip bomb with the name of a PDF', 'wrong_kind', bomb, 'licence.pdf'],
  ['a text document that is a bomb', 'wrong_kind', bomb, 'letter.docx'],
  ['a picture with a bomb behind it', 'hides_another', Buffer.concat([photo, bomb]), 'photo.jpg'],
] as const

describe.each(takers)('%s', (path, words, send) => {
  test.each(abuses)('refuses %s as %s, and keeps nothing of it', async (_what, reason, content, name) => {
    // Small enough, but of the wrong kind.
    expect(content.length).toBeLessThan(1_000_000)
    const before = await digest()
    const refused = await send(new File([new Uint8Array(content)], name)).catch((error) => error)
    expect([refused.status, refused.code]).toEqual([422, `${words}.${reason}`])
    expect(await digest()).toBe(before)
  })

  test('turns 50 MB away at the door, announced or not, and keeps nothing of them', async () => {
    const before = await digest()
    const address = `${world.url}/rpc/${path}`
    const headers = { cookie: meera.cookie }
    const form = new FormData()
    form.set('data', '{"json":{}}')
    form.set('0', new File([new Uint8Array(50_000_000)], 'photo.jpg'))
    const announced = await fetch(address, { method: 'POST', headers, body: form })
    const unannounced = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      body: new Blob([new Uint8Array(50_000_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([announced.status, unannounced.status]).toEqual([413, 411])
    expect(await announced.text()).toContain('request.too_large')
    expect(await digest()).toBe(before)
  })
})

test('a one-pixel picture whose data unpack to 200 MB becomes just that pixel', async () => {
  const file = new File([new Uint8Array(swollenPng())], 'photo.png')
  expect(file.size).toBeLessThan(1_000_000)
  const before = await filesOnDisk(world.dataDir)
  await call.accounts.changeProfile({ photo: file })
  const [kept, ...others] = (await filesOnDisk(world.dataDir)).filter((path) => !before.includes(path))
  expect(others).toEqual([])
  const { width, height, format } = await sharp(kept!).metadata()
  expect([width, height, format, (await stat(kept!)).size < 1_000]).toEqual([1, 1, 'webp', true])
})

test('a digest that stays the same is meaningful, because a taken slot changes it', async () => {
  const before = [await digest(), (await filesOnDisk(world.dataDir)).length] as const
  const pdf = new File([new Uint8Array(makePdf())], 'licence.pdf')
  await call.verification.addDocument({ record: 'supplier', file: pdf })
  expect(await digest()).not.toBe(before[0])
  expect(await filesOnDisk(world.dataDir)).toHaveLength(before[1] + 1)
})
