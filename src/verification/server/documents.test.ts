import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { s3Keys, startS3Server } from '#/kernel/testing/s3-server.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import type { VerificationStatus } from '#/verification/rules.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const record = 'veterinary_doctor' as const
await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', verificationStatus: 'draft' })
await makeVet(db, { userId: kabir.userId, fullName: 'Kabir Shah', verificationStatus: 'draft' })

const pdf = (content: Buffer = makePdf(), name = 'licence.pdf') =>
  new File([new Uint8Array(content)], name, { type: 'application/pdf' })
const documentsOf = async (person: typeof meera) =>
  (await person.call.verification.standing({ record }))!.documents
async function clear(person: typeof meera) {
  for (const { id } of await documentsOf(person)) await person.call.verification.removeDocument({ id })
}

test('a PDF is served as an inert download to anyone with its link', async () => {
  await meera.call.verification.addDocument({ record, file: pdf(makePdf(), 'Lizenz – “2019”.pdf') })
  const { url, name } = (await documentsOf(meera))[0]!
  expect(name).toBe('Lizenz – “2019”.pdf')
  const response = await fetch(world.url + url)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(makePdf())).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  await clear(meera)
})

test('a picture of a document is private, too, and re-encoded', async () => {
  await meera.call.verification.addDocument({ record, file: await makePhoto('licence.jpg') })
  const { url, id } = (await documentsOf(meera))[0]!
  const response = await fetch(world.url + url)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('content-disposition')).toMatch(/^inline/)
  expect((await fetch(`${world.url}/files/${id}.webp`)).status).toBe(404)
  await clear(meera)
})

test('without its signature, with another or after five minutes a link opens nothing', async () => {
  await meera.call.verification.addDocument({ record, file: pdf() })
  await kabir.call.verification.addDocument({ record, file: pdf() })
  const url = new URL((await documentsOf(meera))[0]!.url, world.url)
  const other = new URL((await documentsOf(kabir))[0]!.url, world.url)
  const later = String(Number(url.searchParams.get('expires')) + 60)
  const altered = (change: (url: URL) => void) => {
    const copy = new URL(url)
    change(copy)
    return copy
  }
  for (const wrong of [
    altered((copy) => copy.searchParams.delete('signature')),
    altered((copy) => copy.searchParams.set('signature', '')),
    altered((copy) => copy.searchParams.set('expires', later)),
    altered((copy) => copy.searchParams.set('signature', other.searchParams.get('signature')!)),
    altered((copy) => {
      copy.pathname = other.pathname
    }),
    altered((copy) => {
      copy.search = ''
    }),
    altered((copy) => {
      copy.pathname = copy.pathname.replace('private/', '')
    }),
  ]) {
    expect((await fetch(wrong)).status, wrong.href).toBe(404)
  }
  expect((await fetch(url)).status).toBe(200)
  const start = world.clock.now
  world.clock.now = new Date(start.getTime() + 5 * 60_000)
  expect((await fetch(url)).status).toBe(404)
  world.clock.now = start
  await clear(meera)
  expect((await fetch(url)).status).toBe(404)
  await clear(kabir)
})

test('other users’ documents can’t be removed or linked to', async () => {
  await meera.call.verification.addDocument({ record, file: pdf() })
  const [document] = await documentsOf(meera)
  await expect(kabir.call.verification.removeDocument({ id: document!.id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  expect(await documentsOf(kabir)).toEqual([])
  await clear(meera)
})

test('of two simultaneous uploads at the limit one is kept, and the other’s file is deleted', async () => {
  const before = (await filesOnDisk(world.dataDir)).length
  const add = () => meera.call.verification.addDocument({ record, file: pdf() })
  for (let n = 1; n < 6; n++) await add()
  const added = await Promise.allSettled([add(), add()])
  const refused = added.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(1)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'verification.too_many_documents', status: 409 })
  expect(await documentsOf(meera)).toHaveLength(6)
  expect(await filesOnDisk(world.dataDir)).toHaveLength(before + 6)
  await clear(meera)
})

test.each([
  ['a web page', 'document.wrong_kind', () => pdf(Buffer.from('<html>'))],
  [
    'a PDF that is also a web page',
    'document.hides_another',
    () => pdf(makePdf('<script>alert(1)</script>')),
  ],
  ['more than 5 MB', 'document.too_large', () => pdf(Buffer.concat([makePdf(), Buffer.alloc(6_000_000)]))],
  ['a PDF that runs something', 'document.active', () => pdf(makePdf('<< /S /Launch >>'))],
])('%s is refused with %s, and nothing is stored', async (_what, code, make) => {
  const before = (await filesOnDisk(world.dataDir)).length
  await expect(meera.call.verification.addDocument({ record, file: make() })).rejects.toMatchObject({
    code,
    status: 422,
  })
  expect(await filesOnDisk(world.dataDir)).toHaveLength(before)
  expect(await documentsOf(meera)).toEqual([])
})

test('verified documents stay with the record', async () => {
  await meera.call.verification.addDocument({ record, file: pdf() })
  const setStatus = (verification_status: VerificationStatus) =>
    db
      .updateTable('veterinary_doctors')
      .set({ verification_status })
      .where('user_id', '=', meera.userId)
      .execute()
  await setStatus('verified')
  const [document] = await documentsOf(meera)
  await expect(meera.call.verification.removeDocument({ id: document!.id })).rejects.toMatchObject({
    code: 'verification.documents_stay',
  })
  expect(document).toMatchObject({ mayRemove: false })
  await setStatus('draft')
  await clear(meera)
})

test.each(['verified', 'suspended'] as const)(
  'what a decision went by stays after it was %s, whatever follows',
  async (to) => {
    const tara = await world.signUp(`tara-${to}`)
    const vetId = await makeVet(db, {
      userId: tara.userId,
      fullName: 'Tara Rao',
      verificationStatus: 'draft',
    })
    await tara.call.verification.addDocument({ record, file: pdf() })
    await db
      .insertInto('verification_changes')
      .values({
        id: newId(),
        record,
        record_id: vetId,
        user_id: tara.userId,
        from_status: 'submitted',
        to_status: to,
        changed_at: world.clock.now,
      })
      .execute()
    const [checked] = await documentsOf(tara)
    expect(checked).toMatchObject({ mayRemove: false })
    await expect(tara.call.verification.removeDocument({ id: checked!.id })).rejects.toMatchObject({
      code: 'verification.documents_stay',
    })
    world.clock.now = new Date(world.clock.now.getTime() + 1_000)
    await tara.call.verification.addDocument({ record, file: pdf() })
    const later = (await documentsOf(tara)).at(-1)!
    expect(later).toMatchObject({ mayRemove: true })
    await tara.call.verification.removeDocument({ id: later.id })
  },
)

test('documents work with a bucket, and while it is unavailable users are asked to try again', async () => {
  const s3 = await startS3Server('pawfolk')
  const stored = await openWorld({
    S3_BUCKET: 'pawfolk',
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'on',
  })
  const asha = await stored.signUp('asha')
  await makeVet(stored.db, { userId: asha.userId, fullName: 'Asha', verificationStatus: 'draft' })
  await asha.call.verification.addDocument({ record, file: pdf() })
  const { photoUrl } = await asha.call.pets.add({ name: 'Luna', species: 'cat', photo: await makePhoto() })
  const [document] = (await asha.call.verification.standing({ record }))!.documents
  for (const path of [photoUrl!, document!.url]) expect((await fetch(stored.url + path)).status).toBe(200)
  expect(await filesOnDisk(stored.dataDir)).toEqual([])

  s3.seen.isDown = true
  expect((await fetch(stored.url + photoUrl)).status).toBe(503)
  await expect(asha.call.verification.addDocument({ record, file: pdf() })).rejects.toMatchObject({
    code: 'request.unavailable',
    status: 503,
  })
  expect((await asha.call.verification.standing({ record }))!.documents).toHaveLength(1)
  await s3.close()
})
