import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import {
  type EarlierReturn,
  leftOf,
  mostReturns,
  refundFor,
  returnKinds,
  returnOf,
  returnOutcomes,
} from './returns.ts'

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 20 }),
    price: fc.integer({ min: 1, max: 1_000_000 }),
    share: fc.double({ min: 0, max: 0.9, noNaN: true }),
  })
  .map(({ quantity, price, share }) => ({
    quantity,
    amount: quantity * price,
    discount: Math.floor(quantity * price * share),
    isMedicine: false,
  }))
const wish = fc.record({
  units: fc.array(fc.nat(20), { minLength: 4, maxLength: 4 }),
  kind: fc.constantFrom(...returnKinds),
  outcome: fc.constantFrom(...returnOutcomes),
})

test('returns one after another never give back more than was paid, and all goods what they cost', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(wish, { maxLength: 12 }),
      (goods, fees, wishes) => {
        const lines = goods.map((one, index) => ({ ...one, id: String(index) }))
        const paid = lines.reduce((sum, { amount, discount }) => sum + amount - discount, 0)
        const total = paid + fees
        const returns: EarlierReturn[] = []
        const ask = (
          kind: EarlierReturn['kind'],
          outcome: EarlierReturn['outcome'],
          most: readonly number[],
        ) => {
          const chosen = lines
            .map((one, index) => ({ lineId: one.id, quantity: Math.min(most[index]!, leftOf(one, returns)) }))
            .filter(({ quantity }) => quantity > 0)
          if (chosen.length === 0) return
          const amount = refundFor({ total, lines, returns, kind, chosen })
          expect(amount).toBeGreaterThanOrEqual(0)
          returns.push({ kind, amount, outcome, lines: chosen })
        }
        for (const { units, kind, outcome } of wishes) ask(kind, outcome, units)
        ask('damaged', 'returned', [20, 20, 20, 20])
        const back = returns.filter(({ outcome }) => outcome === 'returned' || outcome === 'kept')
        const sum = back.reduce((all, { amount }) => all + amount, 0)
        expect(sum).toBeLessThanOrEqual(total)
        const isAll = returns.every(({ outcome }) => outcome !== 'refused' && outcome !== 'unsent')
        const isTheirFault = back.every(({ kind }) => kind !== 'unopened')
        if (isAll) expect(sum).toBe(isTheirFault ? total : paid)
        else expect(sum).toBeLessThanOrEqual(paid)
      },
    ),
  )
})

test('medicines have a shorter time than the other goods of their parcel', () => {
  const lines = ['bowl', 'worms'].map((id) => ({
    id,
    quantity: 1,
    amount: 100,
    discount: 0,
    isMedicine: id === 'worms',
  }))
  const deliveredAt = new Date('2026-11-02T06:30:00Z')
  const idsAfter = (hours: number) =>
    returnOf(
      { status: 'delivered', deliveredAt, lines, returns: [] },
      new Date(deliveredAt.getTime() + hours * HOUR),
    )?.lines.map(({ id }) => id)
  expect(idsAfter(71)).toEqual(['bowl', 'worms'])
  expect(idsAfter(72)).toEqual(['bowl'])
  expect(idsAfter(7 * 24)).toBeUndefined()
})

test('a parcel can be asked to go back so often, also if each request is taken back', () => {
  const deliveredAt = new Date('2026-11-02T06:30:00Z')
  const lines = [{ id: 'bowl', quantity: 1, amount: 100, discount: 0, isMedicine: false }]
  const withdrawn: EarlierReturn = {
    kind: 'unopened',
    amount: 100,
    outcome: 'withdrawn',
    lines: [{ lineId: 'bowl', quantity: 1 }],
  }
  const after = (times: number) =>
    returnOf(
      { status: 'delivered', deliveredAt, lines, returns: Array.from({ length: times }, () => withdrawn) },
      deliveredAt,
    )
  expect(after(mostReturns - 1)).not.toBeNull()
  expect(after(mostReturns)).toBeNull()
})
