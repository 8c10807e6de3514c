import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { careRates } from '#/care/rules.ts'
import { examination, makeVisit } from './visit.factory.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })

test('attempts at shared links are limited per network, and PDFs per user', async () => {
  const [owner, vet] = [await world.signUp('asha'), await world.signUp('meera')]
  const { bookingId, petId } = await makeVisit(world.db, owner, vet)
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
  const { id } = await vet.call.care.addNote({ bookingId, petId, ...examination })
  await vet.call.care.sign({ id, seen: 1 })
  await owner.call.care.share({ id })
  const token = (await owner.call.care.links({ id })).links[0]!.path.split('/').at(-1)!

  const statusOf = async (path: string, cookie = '') =>
    (await fetch(world.url + path, { headers: { cookie } })).status
  const tries = []
  for (let guess = 0; guess < careRates.shared.max; guess++)
    tries.push(await statusOf(`/api/care/shared-notes/guess-${guess}`))
  expect(new Set(tries)).toEqual(new Set([404]))
  // Even the right address is refused: the limit counts by network.
  expect(await statusOf(`/api/care/shared-notes/${token}`)).toBe(429)

  const drawn = []
  for (let copy = 0; copy <= careRates.pdf.max; copy++)
    drawn.push(await statusOf(`/visit-notes/${id}.pdf`, vet.cookie))
  expect(drawn.slice(0, -1)).toEqual(Array(careRates.pdf.max).fill(200))
  expect(drawn.at(-1)).toBe(429)
  expect(await statusOf(`/visit-notes/${id}.pdf`, owner.cookie)).toBe(200)
})

test('links and addenda are made so many times an hour', async () => {
  const [owner, vet] = [await world.signUp('ravi'), await world.signUp('kabir')]
  const { bookingId, petId } = await makeVisit(world.db, owner, vet)
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
  const { id } = await vet.call.care.addNote({ bookingId, petId, ...examination })
  await vet.call.care.sign({ id, seen: 1 })
  const codes = async (count: number, make: () => Promise<unknown>) => {
    const found: string[] = []
    for (let turn = 0; turn < count; turn++)
      found.push(
        await make().then(
          () => 'made',
          (error) => error.code,
        ),
      )
    return found
  }
  const shares = await codes(careRates.share.max + 1, async () => {
    const link = await owner.call.care.share({ id })
    await owner.call.care.revoke({ id: link.id })
  })
  expect([shares.at(-2), shares.at(-1)]).toEqual(['made', 'request.too_many'])
  const addenda = await codes(careRates.addendum.max + 1, () =>
    vet.call.care.addAddendum({ id, text: 'More' }),
  )
  expect([addenda.at(-2), addenda.at(-1)]).toEqual(['made', 'request.too_many'])
})
