import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { filesOnDisk, makePhoto } from '#/pets/server/photo.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const files = async () => (await filesOnDisk(world.dataDir)).length
const statusOf = async (path: string) => (await fetch(world.url + path)).status

/** Announces a file of 4 MB and sends none of it; the server lets it in or refuses it. */
async function trickle({ url, app }: typeof world, { cookie }: Person) {
  const heard = once(app.http, 'request')
  const sent = request(`${url}/rpc/accounts/changeProfile`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '4000000', cookie },
  })
  sent.on('error', () => undefined)
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage)
  answer.catch(() => undefined)
  sent.flushHeaders()
  const [incoming] = (await heard) as [IncomingMessage]
  // By then its body is being read, parsed or discarded.
  await vi.waitUntil(() => incoming.readableFlowing !== null)
  return { sent, answer }
}

test('a replaced or removed profile photo is no longer served', async () => {
  const asha = await world.signUp('asha')
  const { changeProfile, me } = asha.call.accounts
  const shown = async () => (await me()).user!.imageUrl!
  await changeProfile({ name: 'Asha', photo: await makePhoto('one.jpg') })
  const first = await shown()
  await changeProfile({ name: 'Asha Verma' })
  expect([await shown(), await statusOf(first)]).toEqual([first, 200])
  await changeProfile({ name: 'Asha', photo: await makePhoto('two.jpg') })
  const second = await shown()
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  await changeProfile({ name: 'Asha', removePhoto: true })
  expect([await shown(), await statusOf(second)]).toEqual([null, 404])
  expect(await world.db.selectFrom('uploads').select('id').execute()).toEqual([])
})

test('of two profile photos uploaded at once, one stays with its file', async () => {
  const ravi = await world.signUp('ravi')
  const before = await files()
  for (const round of [1, 2, 3]) {
    const photos = [await makePhoto('one.jpg'), await makePhoto('two.jpg')]
    await Promise.all(photos.map((photo) => ravi.call.accounts.changeProfile({ name: 'Ravi', photo })))
    expect(await files(), `round ${round}`).toBe(before + 1)
    expect(await statusOf((await ravi.call.accounts.me()).user!.imageUrl!)).toBe(200)
  }
})

test('a profile picture hosted elsewhere can be removed', async () => {
  const omar = await world.signUp('omar')
  const image = 'https://pictures.example.org/omar.png'
  await world.db.updateTable('users').set({ image }).where('id', '=', omar.userId).execute()
  await omar.call.accounts.changeProfile({ name: 'Omar', removePhoto: true })
  expect((await omar.call.accounts.me()).user?.imageUrl).toBeNull()
})

test('a document that is removed leaves no file', async () => {
  const meera = await world.signUp('meera')
  await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer', verificationStatus: 'draft' })
  const before = await files()
  const file = new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' })
  const { id } = await meera.call.verification.addDocument({ record: 'veterinary_doctor', file })
  expect(await files()).toBe(before + 1)
  await meera.call.verification.removeDocument({ id })
  expect(await files()).toBe(before)
})

test('a file that a write would remove stays when the write is refused', async () => {
  const noor = await world.signUp('noor')
  const photo = await makePhoto()
  const { id, photoUrl } = await noor.call.pets.add({ name: 'Luna', species: 'cat', photo })
  await noor.call.pets.add({ name: 'Simba', species: 'cat' })
  const chipped = await noor.call.pets.add({ name: 'Misty', species: 'cat' })
  await noor.call.pets.change({ id: chipped.id, microchip: '985112003456789' })
  const change = { id, photo: null, microchip: '985112003456789' }
  await expect(noor.call.pets.change(change)).rejects.toMatchObject({ code: 'pets.microchip_taken' })
  expect(await statusOf(photoUrl!)).toBe(200)
})

test('a user who uploads more than 60 files an hour is refused before a byte is read; others aren’t', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const [zoya, tara] = await Promise.all([limited.signUp('zoya'), limited.signUp('tara')])
  const photo = new File(['no picture'], 'photo.jpg')
  const refusal = async (person: typeof zoya) => {
    const error = await person.call.accounts.changeProfile({ photo }).catch((cause) => cause)
    return `${error.status} ${error.code}`
  }
  for (let count = 0; count < 60; count++) expect(await refusal(zoya)).toBe('422 picture.wrong_kind')
  expect(await refusal(zoya)).toBe('429 request.too_many')
  expect(await refusal(tara)).toBe('422 picture.wrong_kind')
  const { answer, sent } = await trickle(limited, zoya)
  const { statusCode, headers } = await answer
  expect(statusCode).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_000)
  sent.destroy()
  await zoya.call.accounts.changeProfile({ name: 'Zoya' })
})

test('stalled uploads don’t block other users, and count as two of the user’s own', async () => {
  const busy = await openWorld()
  const people = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => busy.signUp(name)))
  const photo = await makePhoto()
  const upload = (person: Person) =>
    person.call.accounts.changeProfile({ photo }).then(
      () => 'done',
      ({ status, code }) => `${status} ${code}`,
    )
  const [a, b, c, d, e, f] = people as [Person, Person, Person, Person, Person, Person]
  const stalled = []
  for (const person of [a, a, b, b, c, c, d, d, e, e]) stalled.push(await trickle(busy, person))
  for (const { sent } of stalled) sent.write('--x')
  const third = await (await trickle(busy, a)).answer
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '2'])
  expect(await upload(a)).toBe('429 request.uploading')
  expect(await Promise.all([upload(f), upload(f)])).toEqual(['done', 'done'])
  for (const { sent } of stalled) sent.destroy()
  for (const person of people) await expect.poll(() => upload(person)).toBe('done')
  expect(await readdir(join(busy.dataDir, 'incoming'))).toEqual([])
})

test('a stalled upload is ended after seconds with an answer', async () => {
  const slow = await world.signUp('slow')
  const begun = performance.now()
  const { answer, sent } = await trickle(world, slow)
  sent.write('--x')
  const dribble = setInterval(() => sent.write('x'), 1_000)
  const { statusCode } = await answer
  clearInterval(dribble)
  expect(statusCode).toBe(408)
  expect(performance.now() - begun).toBeLessThan(20_000)
  sent.destroy()
})

test('a client refused while sending still receives the reason', async () => {
  const { port } = new URL(world.url)
  const socket = connect(Number(port), '127.0.0.1')
  const troubles: Error[] = []
  socket.on('error', (error) => troubles.push(error))
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  const mb = 1_000_000
  const head = ['POST /rpc/pets/add HTTP/1.1', 'Host: localhost', `Content-Length: ${7 * mb}`]
  socket.write(`${head.join('\r\n')}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`)
  for (let sent = 0; sent < 7; sent++) socket.write(Buffer.alloc(mb))
  await once(socket, 'close')
  expect(heard).toContain('"code":"request.signed_out"')
  expect([troubles, socket.bytesWritten > 7 * mb]).toEqual([[], true])
})
