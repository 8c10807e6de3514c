import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { tapKinds } from '#/sitting/card.ts'
import type { CardEntry } from '#/sitting/card-contract.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeVisit } from './visit.factory.ts'

const world = await openWorld()
const { db, clock } = world
const asha = await world.signUp('asha')
const om = await world.signUp('om')
const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', maxPets: 20 })
await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])

const minute = 60_000
const day = '2026-11-02'
let firstPlace = 0

/** Noted without network on one walk by two phones, each in its order, by the minute. */
type Kept = { minute: number } & (
  | { what: 'tap'; tap: (typeof tapKinds)[number]; undone: boolean; undoneFirst: boolean }
  | { what: 'note'; text: string }
)
const kept: fc.Arbitrary<Kept> = fc.oneof(
  fc.record({
    what: fc.constant('tap' as const),
    minute: fc.integer({ min: 1, max: 40 }),
    tap: fc.constantFrom(...tapKinds),
    undone: fc.boolean(),
    undoneFirst: fc.boolean(),
  }),
  fc.record({
    what: fc.constant('note' as const),
    minute: fc.integer({ min: 1, max: 40 }),
    text: fc.stringMatching(/^[a-z]{1,8}$/),
  }),
)

type Unaged = CardEntry extends infer Entry ? (Entry extends CardEntry ? Omit<Entry, 'age'> : never) : never
type Sent = { at: number; entry: Unaged | { kind: 'photo'; id: string } }

function entriesOf(notes: readonly Kept[]): Sent[] {
  const inOrder = notes.toSorted((a, b) => a.minute - b.minute)
  return [
    { at: 0, entry: { kind: 'start', id: randomUUID() } },
    ...inOrder.flatMap((one): Sent[] => {
      const id = randomUUID()
      if (one.what === 'note') return [{ at: one.minute, entry: { kind: 'note', id, text: one.text } }]
      const tap: Sent = { at: one.minute, entry: { kind: 'tap', id, tap: one.tap } }
      const undo: Sent = { at: one.minute, entry: { kind: 'undo', id: randomUUID(), tapId: id } }
      return !one.undone ? [tap] : one.undoneFirst ? [undo, tap] : [tap, undo]
    }),
    { at: 41, entry: { kind: 'photo', id: randomUUID() } },
    { at: 42, entry: { kind: 'stop', id: randomUUID() } },
    { at: 43, entry: { kind: 'send', id: randomUUID() } },
  ]
}

/** Sends both queues in their orders, taking turns as `turns` says, and repeating what `repeats` says. */
async function deliver(
  queues: readonly [Sent[], Sent[]],
  turns: readonly boolean[],
  repeats: readonly boolean[],
) {
  clock.now = mondayMorning
  firstPlace += 1
  const startsAt = mondayMorning
  const id = await makeVisit(db, { ownerId: asha.ownerId, sitterId, startsAt, firstPlace })
  const photo = await makePhoto()
  const left = queues.map((queue) => [...queue])
  for (let turn = 0; left.some((queue) => queue.length > 0); turn++) {
    const first = turns[turn % turns.length] ? 0 : 1
    const next = (left[first]!.length > 0 ? left[first]! : left[1 - first]!).shift()!
    clock.now = new Date(mondayMorning.getTime() + 50 * minute + turn)
    const age = clock.now.getTime() - (mondayMorning.getTime() + next.at * minute)
    const where = { appointmentId: id, day }
    const send = () =>
      next.entry.kind === 'photo'
        ? om.call.sitting.addCardPhoto({ ...where, id: next.entry.id, age, photo })
        : om.call.sitting.addToCard({ ...where, entry: { ...next.entry, age } as CardEntry })
    await send()
    if (repeats[turn % repeats.length]) await send()
  }
  const [card, ...more] = (await asha.call.sitting.visitCards({ appointmentId: id })).cards
  expect(more).toEqual([])
  return {
    taps: card!.content!.taps.map((tap) => [tap.id, tap.kind, tap.onPhone]),
    photos: card!.content!.photos.map((one) => one.id),
    note: card!.content!.note,
    isStopped: card!.stopped !== null,
    startedAt: card!.started.onPhone,
    isSent: card!.sentAt !== null,
  }
}

test('whatever two phones kept makes the same card, in whatever order it arrives and however often', async () => {
  const turns = fc.array(fc.boolean(), { minLength: 3, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.array(kept, { maxLength: 4 }), fc.array(kept, { maxLength: 4 })),
      fc.tuple(turns, turns),
      turns,
      async ([one, other], [order, another], repeats) => {
        const queues = [entriesOf(one), entriesOf(other)] as [Sent[], Sent[]]
        const [first, second] = [
          await deliver(queues, order, [false]),
          await deliver(queues, another, repeats),
        ]
        expect(second).toEqual(first)
        expect(first).toMatchObject({ isStopped: true, isSent: true, startedAt: mondayMorning })
        const made = [...one, ...other].filter((entry) => entry.what === 'tap' && !entry.undone)
        expect(first.taps).toHaveLength(made.length)
        expect(first.photos).toHaveLength(2)
      },
    ),
    { numRuns: 8 },
  )
  expect(await world.findBrokenInvariants()).toEqual([])
}, 60_000)
