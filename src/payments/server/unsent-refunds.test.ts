import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineUp, type UnsentRefund } from './unsent-refunds.ts'

type Row = UnsentRefund & { maySend: boolean }

const row = (id: string, amount: number, more: Partial<Row> = {}): Row => ({
  id,
  amount,
  partId: 'food',
  grantId: null,
  at: new Date(0),
  maySend: true,
  mayBeThere: more.maySend ?? true,
  waits: false,
  ...more,
})
const owed = (amount: number, partId = 'food', grantId: string | null = null) => ({ partId, grantId, amount })
const nothing = { drop: [], split: [], hold: [], free: [], make: [] }

test('a refund is made for what is owed, once', () => {
  const target = { toSend: [owed(80), owed(30, 'toy', 'g')], waits: [owed(20)] }
  const { make } = lineUp(target, [])
  expect(make).toEqual([
    { ...owed(80), waits: false, isLater: false },
    { ...owed(20), waits: true, isLater: false },
    { ...owed(30, 'toy', 'g'), waits: false, isLater: false },
  ])
  const made = make.map(({ isLater: _, ...one }, index) =>
    row(String(index), one.amount, { ...one, maySend: !one.waits }),
  )
  expect(lineUp(target, made)).toEqual(nothing)
})

test('a refund that was covered in part is replaced by what is left of it, later if the gateway may have it', () => {
  const target = { toSend: [owed(50)], waits: [] }
  const make = (isLater: boolean) => [{ ...owed(50), waits: false, isLater }]
  expect(lineUp(target, [row('a', 80)])).toEqual({ ...nothing, drop: ['a'], make: make(true) })
  const refused = row('a', 80, { maySend: false })
  expect(lineUp(target, [refused])).toEqual({ ...nothing, drop: ['a'], make: make(false) })
  const held = row('a', 80, { maySend: false, mayBeThere: true, waits: true })
  expect(lineUp(target, [held])).toEqual({ ...nothing, drop: ['a'], make: make(true) })
  expect(lineUp({ toSend: [], waits: [] }, [row('a', 80)]).drop).toEqual(['a'])
})

test('one that the gateway may have is kept rather than one that waits', () => {
  const rows = [row('a', 50, { maySend: false }), row('b', 50, { at: new Date(1) })]
  expect(lineUp({ toSend: [owed(60)], waits: [] }, rows)).toEqual({
    ...nothing,
    drop: ['a'],
    make: [{ ...owed(10), waits: false, isLater: false }],
  })
})

test('a refund is neither sent nor tried again while an open dispute may cover it, and otherwise is', () => {
  const rows = [row('a', 80), row('b', 10, { maySend: false })]
  expect(lineUp({ toSend: [], waits: [owed(90)] }, rows)).toEqual({ ...nothing, hold: ['a', 'b'] })
  expect(lineUp({ toSend: [owed(90)], waits: [] }, rows)).toEqual(nothing)
})

test('a refund that the gateway may have is held whole if an open dispute may cover a part of it', () => {
  const target = { toSend: [owed(30)], waits: [owed(50)] }
  expect(lineUp(target, [row('a', 80)])).toEqual({ ...nothing, hold: ['a'] })
  const held = row('a', 80, { maySend: false, mayBeThere: true, waits: true })
  expect(lineUp(target, [held])).toEqual(nothing)
  expect(lineUp({ toSend: [owed(80)], waits: [] }, [held])).toEqual({ ...nothing, free: ['a'] })
})

test('one that was never sent goes once the dispute is decided, or is split if a part of it may be sent', () => {
  const rows = [row('a', 80, { maySend: false, waits: true })]
  expect(lineUp({ toSend: [owed(80)], waits: [] }, rows)).toEqual({ ...nothing, free: ['a'] })
  expect(lineUp({ toSend: [owed(30)], waits: [owed(50)] }, rows)).toEqual({
    ...nothing,
    split: ['a'],
    make: [
      { ...owed(30), waits: false, isLater: false },
      { ...owed(50), waits: true, isLater: false },
    ],
  })
})

test('one that waits is kept if what may be sent is owed besides', () => {
  const rows = [row('a', 40, { maySend: false, waits: true })]
  expect(lineUp({ toSend: [owed(20)], waits: [owed(40)] }, rows)).toEqual({
    ...nothing,
    make: [{ ...owed(20), waits: false, isLater: false }],
  })
})

test('afterwards the refunds are what is owed, and nothing more is to be changed', () => {
  const key = { partId: fc.constantFrom('food', 'toy'), grantId: fc.constantFrom(null, 'g') }
  const amount = fc.integer({ min: 1, max: 50 })
  const owedOnce = fc.uniqueArray(fc.record({ ...key, amount }), {
    selector: ({ partId, grantId }) => `${partId}/${grantId}`,
  })
  const state = fc.constantFrom('pending', 'failed', 'waits', 'held')
  const rows = fc.array(fc.record({ ...key, amount, state }), { maxLength: 6 })
  fc.assert(
    fc.property(owedOnce, owedOnce, rows, (toSend, waits, all) => {
      const unsent = all.map(({ state, ...one }, index) => ({
        ...one,
        id: String(index),
        at: new Date(index),
        maySend: state === 'pending',
        mayBeThere: state === 'pending' || state === 'held',
        waits: state === 'waits' || state === 'held',
      }))
      const { drop, split, hold, free, make } = lineUp({ toSend, waits }, unsent)
      expect(
        split.filter((id) => unsent.some((one) => one.id === id && one.mayBeThere)),
        'what the gateway may have isn’t split',
      ).toEqual([])
      const then: Row[] = [
        ...unsent
          .filter(({ id }) => !drop.includes(id) && !split.includes(id))
          .map((one) => ({
            ...one,
            maySend: free.includes(one.id) || (one.maySend && !hold.includes(one.id)),
            mayBeThere: free.includes(one.id) || one.mayBeThere,
            waits: hold.includes(one.id) || (one.waits && !free.includes(one.id)),
          })),
        ...make.map(({ isLater: _, ...one }, index) => ({
          ...one,
          id: `new${index}`,
          at: new Date(100 + index),
          maySend: !one.waits,
          mayBeThere: !one.waits,
        })),
      ]
      const total = (things: readonly { amount: number }[]) =>
        things.reduce((before, one) => before + one.amount, 0)
      for (const partId of ['food', 'toy'])
        for (const grantId of [null, 'g']) {
          const isHere = (one: { partId: string | null; grantId: string | null }) =>
            one.partId === partId && one.grantId === grantId
          expect(total(then.filter(isHere))).toBe(total([...toSend, ...waits].filter(isHere)))
          expect(
            total(then.filter((one) => isHere(one) && one.maySend)),
            'nothing is sent that has to wait',
          ).toBeLessThanOrEqual(total(toSend.filter(isHere)))
          if (!unsent.some((one) => isHere(one) && !one.waits) && !unsent.some((one) => one.mayBeThere))
            expect(total(then.filter((one) => isHere(one) && one.maySend)), 'all is sent that may be').toBe(
              total(toSend.filter(isHere)),
            )
        }
      const again = lineUp({ toSend, waits }, then)
      expect([again.drop, again.split, again.free, again.make]).toEqual([[], [], [], []])
    }),
  )
})
