import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makeBooked } from '#/messaging/server/booked.factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'

const world = await openWorld()
const asha = await openDesk(world, 'asha')
const ravi = await openDesk(world, 'ravi')
afterEach(async () => {
  world.clock.now = mondayMorning
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('admins see who reported whom with messages and pictures, and of two one concludes the report', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['zoya', 'Kabir'])
  await owner.call.messaging.send({ bookingId, text: 'When shall I come?' })
  const pictures = [await makePhoto()]
  const rude = await vet.call.messaging.send({ bookingId, text: 'Never, you fool.', pictures })
  await owner.call.messaging.report({ bookingId, messageId: rude.id, reason: 'He insults me' })
  const [report] = (await asha.call.reports({})).rows
  expect(report).toMatchObject({
    at: mondayMorning,
    reason: 'He insults me',
    isOfMessage: true,
    reporter: { id: owner.userId, name: 'zoya' },
    reported: { id: vet.userId, name: 'Kabir' },
    booking: { trade: 'veterinary' },
    said: [
      { by: 'reporter', text: 'When shall I come?', at: mondayMorning, pictures: [] },
      { by: 'reported', text: 'Never, you fool.', pictures: [{}] },
    ],
    resolved: null,
  })
  expect((await fetch(world.url + report!.said[1]!.pictures[0]!.url)).status).toBe(200)

  const id = report!.id
  const both = await Promise.allSettled([
    asha.call.resolveReport({ id, conclusion: 'Warned by phone.', outcome: 'acted' }),
    ravi.call.resolveReport({ id, conclusion: 'Suspended.', outcome: 'acted' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(asha.call.resolveReport({ id, conclusion: 'Again', outcome: 'acted' })).rejects.toMatchObject({
    code: 'messaging.already_resolved',
    status: 409,
  })
  expect((await asha.call.reports({})).rows).toEqual([])
  expect((await asha.call.reports({ show: 'done' })).rows).toMatchObject([
    { id, resolved: { at: mondayMorning } },
  ])
  const { rows: lines } = await ravi.call.log({ subjectId: id })
  expect(lines).toMatchObject([{ action: 'report.resolved', subject: { kind: 'report', id } }])
  expect(JSON.stringify(lines)).not.toMatch(/phone|Suspended|fool|insults/)
})

test('reports are paged, the oldest first, and resolved ones the latest first', async () => {
  const ids: string[] = []
  for (let index = 0; index < 22; index++) {
    const { owner, bookingId } = await makeBooked(world, [`owner-${index}`, `Vet${index}`])
    await owner.call.messaging.report({ bookingId, reason: `Reason ${index}` })
  }
  const pages = async (show: 'waiting' | 'done') => {
    const found: { id: string; reason: string }[] = []
    let cursor: string | undefined
    do {
      const page = await asha.call.reports({ show, ...(cursor && { cursor }) })
      found.push(...page.rows)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return found
  }
  const waiting = await pages('waiting')
  expect(waiting.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 22 }, (_, index) => `Reason ${index}`),
  )
  for (const { id } of waiting) {
    world.clock.now = new Date(world.clock.now.getTime() + 1000)
    await asha.call.resolveReport({ id, conclusion: 'Nothing to do.', outcome: 'acted' })
    ids.unshift(id)
  }
  expect((await pages('done')).map(({ id }) => id).slice(0, 22)).toEqual(ids)
})
