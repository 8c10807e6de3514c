import { expect, test } from 'vitest'
import {
  allocate,
  coverOf,
  type GoneRefund,
  type KnownDispute,
  type KnownMoney,
  type KnownPart,
  partOf,
} from './allocation.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute))

/** A part of which the operator keeps 10%. */
const part = (id: string, amount: number, more: Partial<KnownPart> = {}): KnownPart => ({
  id,
  amount,
  commission: amount / 10,
  commissionable: amount,
  due: 0,
  dueAt: null,
  arrivedAt: null,
  ...more,
})
const food = part('food', 80_000)
const toy = part('toy', 90_000)
const bed = part('bed', 100_000)
const cancelled = (one: KnownPart, minute = 30): KnownPart => ({ ...one, due: one.amount, dueAt: at(minute) })
const arrived = (one: KnownPart, minute = 15): KnownPart => ({ ...one, arrivedAt: at(minute) })

const refund = (amount: number, more: Partial<GoneRefund> = {}): GoneRefund => ({
  id: `r${amount}`,
  partId: null,
  grantId: null,
  amount,
  at: at(20),
  covers: amount,
  ...more,
})
const dispute = (amount: number, more: Partial<KnownDispute> = {}): KnownDispute => ({
  id: `d${amount}`,
  partId: null,
  amount,
  at: at(20),
  isOpen: false,
  ...more,
})
const grant = (amount: number, partId: string | null, minute = 10) => ({
  id: `g${amount}`,
  partId,
  amount,
  at: at(minute),
})

function order(parts: readonly KnownPart[], more: Partial<KnownMoney> = {}): KnownMoney {
  const captured = parts.reduce((sum, { amount }) => sum + amount, 0)
  return { captured, parts, grants: [], refunds: [], disputes: [], ...more }
}

/** Decides the part of each refund and dispute in turn, as they are recorded. */
function recorded(parts: readonly KnownPart[], money: readonly (GoneRefund | KnownDispute)[]): KnownMoney {
  let known = order(parts)
  for (const one of money) {
    const placed = { ...one, partId: partOf(known, one.amount) }
    known =
      'isOpen' in placed
        ? { ...known, disputes: [...known.disputes, placed] }
        : { ...known, refunds: [...known.refunds, { ...placed, covers: coverOf(known, placed) }] }
  }
  return known
}

function show(known: KnownMoney) {
  const { parts, toSend, waits, loss } = allocate(known)
  return {
    borne: parts.map(({ borne }) => borne),
    sellersKeep: parts.map(({ payable }, index) => {
      const { amount, commission } = known.parts[index]!
      return amount - commission - payable
    }),
    toSend: Object.fromEntries(toSend.map(({ partId, grantId, amount }) => [grantId ?? partId, amount])),
    waits: Object.fromEntries(waits.map(({ partId, grantId, amount }) => [grantId ?? partId, amount])),
    loss,
  }
}

test('nothing is borne or sent before money goes back or is due', () => {
  expect(show(order([food, toy]))).toEqual({
    borne: [0, 0],
    sellersKeep: [72_000, 81_000],
    toSend: {},
    waits: {},
    loss: 0,
  })
})

test('a cancelled part is sent, and taken from its seller and the commission', () => {
  const known = order([cancelled(food), toy])
  expect(show(known)).toMatchObject({
    borne: [80_000, 0],
    sellersKeep: [0, 81_000],
    toSend: { food: 80_000 },
  })
  expect(allocate(known).parts[0]).toEqual({ id: 'food', borne: 80_000, payable: 72_000, commission: 8_000 })
})

test('a refund of exactly one part is that part’s, and isn’t sent again when the part is cancelled', () => {
  const money = [refund(90_000)]
  expect(show(recorded([food, toy], money))).toMatchObject({ borne: [0, 90_000], toSend: {} })
  const known = { ...recorded([food, toy], money), parts: [cancelled(food), cancelled(toy)] }
  expect(show(known)).toMatchObject({ borne: [80_000, 90_000], toSend: { food: 80_000 } })
})

test('a refund of another amount moves to the parts that are cancelled later, the first of them first', () => {
  const money = [refund(100_000)]
  expect(show(recorded([food, toy], money))).toMatchObject({ borne: [80_000, 20_000], toSend: {} })
  expect(show(recorded([food, cancelled(toy)], money))).toMatchObject({ borne: [10_000, 90_000], toSend: {} })
  expect(show(recorded([cancelled(food, 31), cancelled(toy, 30)], money))).toMatchObject({
    borne: [80_000, 90_000],
    toSend: { food: 70_000 },
  })
})

test('a refund of several parts takes from those that arrived only what the others don’t have', () => {
  expect(show(order([arrived(food), toy, bed], { refunds: [refund(170_000)] })).borne).toEqual([
    0, 90_000, 80_000,
  ])
  expect(show(order([arrived(food), toy, bed], { refunds: [refund(200_000)] })).borne).toEqual([
    10_000, 90_000, 100_000,
  ])
})

test('the part that arrived last bears what isn’t certain, so another one’s arrival takes nothing from those before', () => {
  const refunds = [refund(50_000)]
  expect(show(order([arrived(food, 10), toy], { refunds })).borne).toEqual([0, 50_000])
  expect(show(order([arrived(food, 10), arrived(toy, 20)], { refunds })).borne).toEqual([0, 50_000])
  expect(show(order([arrived(food, 20), arrived(toy, 10)], { refunds })).borne).toEqual([50_000, 0])
})

test('a part that goes back a second time is the operator’s loss, whichever came first', () => {
  const ours = refund(80_000, { id: 'ours', partId: 'food', covers: null })
  const gone = order([cancelled(food), arrived(toy)], { refunds: [ours] })
  const dispute80 = dispute(80_000, { partId: partOf(gone, 80_000) })
  expect(show({ ...gone, disputes: [dispute80] })).toMatchObject({ borne: [80_000, 0], loss: 80_000 })
})

test('an offer goes back only once the parts bear all that was captured', () => {
  const known = order([food, toy], {
    refunds: [refund(80_000, { partId: 'food' })],
    disputes: [dispute(80_000, { partId: 'food' })],
  })
  expect(show({ ...known, captured: 160_000 })).toMatchObject({ sellersKeep: [0, 81_000], loss: 80_000 })
})

test('a refund in the dashboard stands for what is owed when it is made', () => {
  const known = { ...order([food, toy]), grants: [grant(25_000, 'food')] }
  const cover = (amount: number, partId: string | null = null, of: KnownMoney = known) =>
    coverOf(of, refund(amount, { partId }))
  expect(cover(25_000, 'food')).toBe(25_000)
  expect(cover(20_000, 'food')).toBe(20_000)
  expect(cover(40_000)).toBe(25_000)
  expect(cover(90_000, 'toy')).toBe(0)
  expect(cover(30_000, null, order([cancelled(food, 5), toy]))).toBe(30_000)
  expect(cover(100_000, null, order([cancelled(food, 5), toy]))).toBe(80_000)
})

test('what a refund in the dashboard added isn’t taken for one of ours that came back later', () => {
  const visit = { ...part('visit', 60_000), due: 30_000, dueAt: at(5) }
  const added = refund(20_000, { partId: 'visit', covers: 0 })
  const ours = refund(30_000, { partId: 'visit', covers: null, at: at(10) })
  expect(show(order([visit], { refunds: [ours, added] }))).toMatchObject({ borne: [50_000], toSend: {} })
  expect(show(order([visit], { refunds: [added] }))).toMatchObject({
    borne: [50_000],
    toSend: { visit: 30_000 },
  })
  const granted = { ...order([part('visit', 60_000)]), grants: [grant(20_000, 'visit')] }
  expect(show({ ...granted, refunds: [added] }).toSend).toEqual({ g20000: 20_000 })
})

test('what came back of a part that was due is sent for that part beside what the dashboard added', () => {
  const added = refund(50_000, { covers: 0 })
  expect(show(order([cancelled(food, 5), arrived(toy)], { refunds: [added] }))).toMatchObject({
    borne: [80_000, 50_000],
    toSend: { food: 80_000 },
    loss: 0,
  })
  const more = refund(100_000, { covers: 0 })
  expect(show(order([cancelled(food, 5), arrived(toy)], { refunds: [more] }))).toMatchObject({
    borne: [80_000, 90_000],
    toSend: { food: 70_000 },
    loss: 0,
  })
})

test('while a dispute is open, what the dashboard stood for waits like anything that is due', () => {
  const visit = { ...part('visit', 60_000), due: 30_000, dueAt: at(5) }
  const open = dispute(20_000, { partId: 'visit', isOpen: true, at: at(10) })
  const before = order([visit], { disputes: [open] })
  expect(coverOf(before, refund(30_000, { partId: 'visit' }))).toBe(30_000)
  expect(show(before)).toMatchObject({ toSend: { visit: 10_000 }, waits: { visit: 20_000 } })
})

test('a dispute may be about a refund in the dashboard that came back only afterwards', () => {
  const again = grant(20_000, 'food', 10)
  const known = order([food], {
    grants: [again],
    disputes: [dispute(20_000, { partId: 'food', isOpen: true })],
  })
  expect(show(known)).toMatchObject({ toSend: {}, waits: { g20000: 20_000 } })
  const inAddition = refund(20_000, { partId: 'food', covers: 0 })
  expect(show({ ...known, disputes: [], refunds: [inAddition] })).toMatchObject({
    toSend: { g20000: 20_000 },
  })
})

test('a dispute over a part may be about a refund of unknown parts that came back', () => {
  const known = order([cancelled(food), toy], {
    grants: [grant(30_000, null)],
    disputes: [dispute(80_000, { partId: 'food', isOpen: true })],
  })
  expect(show(known)).toMatchObject({ toSend: {}, waits: { g30000: 30_000, food: 50_000 } })
})

test('a dispute over a part leaves a grant without a part alone that came after its cancellation', () => {
  const known = order([cancelled(food, 5), toy], {
    grants: [grant(30_000, null)],
    disputes: [dispute(80_000, { partId: 'food', isOpen: true })],
  })
  expect(show(known)).toMatchObject({ toSend: { g30000: 30_000 }, waits: { food: 80_000 } })
})

test('a refund of a part that is due stands for a grant that is a part of it', () => {
  const known = order([cancelled(food), toy], { grants: [grant(30_000, null)] })
  expect(show(known).toSend).toEqual({ g30000: 30_000, food: 50_000 })
  const byHand = refund(80_000, { partId: 'food', at: at(40) })
  expect(coverOf(known, byHand)).toBe(80_000)
  expect(show({ ...known, refunds: [byHand] })).toMatchObject({ borne: [80_000, 0], toSend: {}, loss: 0 })
})

test('a refund that fits a part makes an earlier one that of the others', () => {
  expect(show(recorded([food, toy], [refund(50_000), refund(80_000)])).borne).toEqual([80_000, 50_000])
})

test('a refund that fits a part leaves the unsent refund of another part alone', () => {
  const known = recorded([food, cancelled(toy)], [refund(80_000)])
  expect(show(known)).toMatchObject({ borne: [80_000, 90_000], toSend: { toy: 90_000 } })
})

test('a refund that covers a cancelled part and more takes the rest from the others in turn', () => {
  const known = recorded([food, cancelled(toy)], [refund(120_000)])
  expect(show(known)).toMatchObject({ borne: [30_000, 90_000], toSend: {} })
  const then = { ...known, parts: [cancelled(food, 40), cancelled(toy)] }
  expect(show(then)).toMatchObject({ borne: [80_000, 90_000], toSend: { food: 50_000 } })
})

test('what a withdrawn refund had covered is sent for each part', () => {
  const known = order([cancelled(food), cancelled(toy)], { refunds: [refund(170_000)] })
  expect(show(known).toSend).toEqual({})
  expect(show({ ...known, refunds: [] }).toSend).toEqual({ food: 80_000, toy: 90_000 })
})

test('a refund of several parts that the payer’s bank returns is sent again, and still covers what is cancelled', () => {
  const known = order([food, toy], { grants: [grant(100_000, null)] })
  expect(show(known)).toMatchObject({ borne: [80_000, 20_000], toSend: { g100000: 100_000 } })
  const then = { ...known, parts: [food, cancelled(toy)] }
  expect(show(then)).toMatchObject({ borne: [10_000, 90_000], toSend: { g100000: 100_000 } })
})

test('a lost dispute counts for the part that is cancelled later', () => {
  const known = recorded([food, toy], [dispute(80_000)])
  expect(show(known)).toMatchObject({ borne: [80_000, 0], sellersKeep: [0, 81_000], loss: 0 })
  expect(show({ ...known, parts: [cancelled(food), toy] })).toMatchObject({ borne: [80_000, 0], toSend: {} })
  const another = order([cancelled(food), toy], { disputes: [dispute(85_000)] })
  expect(show(another)).toMatchObject({ borne: [80_000, 5_000], toSend: {} })
})

test('a lost dispute counts for half of a visit that is due', () => {
  const visit: KnownPart = { ...part('visit', 100_000), commission: 0, due: 50_000, dueAt: at(10) }
  expect(show(order([visit], { disputes: [dispute(60_000)] }))).toEqual({
    borne: [60_000],
    sellersKeep: [40_000],
    toSend: {},
    waits: {},
    loss: 0,
  })
})

test('while a dispute is open, only what it can’t cover is sent', () => {
  const known = (disputed: number, one: Partial<KnownDispute> = {}) =>
    order([cancelled(food), toy], { disputes: [dispute(disputed, { isOpen: true, ...one })] })
  expect(show(known(30_000))).toMatchObject({
    borne: [80_000, 0],
    toSend: { food: 50_000 },
    waits: { food: 30_000 },
  })
  expect(show(known(80_000))).toMatchObject({ toSend: {}, waits: { food: 80_000 } })
  expect(show(known(90_000, { partId: 'toy' }))).toMatchObject({ toSend: { food: 80_000 }, waits: {} })
  expect(show(known(170_000))).toMatchObject({ borne: [80_000, 0], toSend: {}, waits: { food: 80_000 } })
})

test('a lost dispute over a refunded payment is a loss', () => {
  const sent = refund(80_000, { covers: null, partId: 'food' })
  expect(show(order([cancelled(food)], { refunds: [sent], disputes: [dispute(80_000)] }))).toMatchObject({
    borne: [80_000],
    toSend: {},
    loss: 80_000,
  })
})

test('a part’s refund that went back twice is a loss, and counts for a part that is cancelled later', () => {
  const refunds = [
    refund(80_000, { partId: 'food' }),
    refund(80_000, { id: 'ours', partId: 'food', covers: null }),
  ]
  const known = order([cancelled(food), toy], { refunds })
  expect(show(known)).toMatchObject({ borne: [80_000, 0], toSend: {}, loss: 80_000 })
  const then = { ...known, parts: [cancelled(food), cancelled(toy)] }
  expect(show(then)).toMatchObject({ borne: [80_000, 90_000], toSend: { toy: 10_000 }, loss: 0 })
})

test('an extra refund after a return takes nothing from what the return gives back', () => {
  const sentBack = arrived({ ...food, due: 40_000, dueAt: at(30) }, 25)
  const added = refund(50_000, { at: at(40), covers: 0 })
  const { toSend } = allocate(order([sentBack, arrived(toy)], { refunds: [added] }))
  expect(toSend).toEqual([{ partId: 'food', grantId: null, amount: 40_000 }])
})

test('what went back twice covers what is due before money that any part may bear', () => {
  const refunds = [
    refund(80_000, { partId: 'food' }),
    refund(80_000, { id: 'ours', partId: 'food', covers: null }),
    refund(50_000, { at: at(5) }),
  ]
  expect(show(order([cancelled(food), cancelled(toy), bed], { refunds }))).toMatchObject({
    borne: [80_000, 90_000, 40_000],
    toSend: {},
    loss: 0,
  })
})

test('what went back beyond a part covers another part’s grant only with what is left of it', () => {
  const refunds = [refund(100_000, { partId: 'food' })]
  expect(show(order([food, toy], { refunds, grants: [grant(50_000, 'toy')] }))).toMatchObject({
    borne: [80_000, 50_000],
    toSend: { g50000: 30_000 },
    loss: 0,
  })
})

test('a grant is sent beside earlier refunds, and counts when its part is cancelled', () => {
  const known = order([food, toy], { refunds: [refund(100_000)], grants: [grant(30_000, 'toy', 25)] })
  expect(show(known)).toMatchObject({ borne: [80_000, 50_000], toSend: { g30000: 30_000 } })
  const then = { ...known, parts: [food, cancelled(toy)] }
  expect(show(then)).toMatchObject({ borne: [40_000, 90_000], toSend: { g30000: 30_000 } })
})

test('a grant after a return adds to it', () => {
  const returned = { ...food, due: 50_000, dueAt: at(5) }
  const known = order([returned, toy], { grants: [grant(10_000, 'food')] })
  expect(show(known).toSend).toEqual({ food: 50_000, g10000: 10_000 })
  expect(show({ ...known, parts: [{ ...returned, dueAt: at(15) }, toy] }).toSend).toEqual({
    food: 40_000,
    g10000: 10_000,
  })
})

test('a refund in the dashboard counts as a grant that wasn’t sent, the one of its amount first', () => {
  const grants = [grant(25_000, 'food'), grant(30_000, 'toy', 11)]
  const known = { ...order([food, toy]), grants }
  expect(partOf(known, 30_000)).toBe('toy')
  expect(show({ ...known, refunds: [refund(30_000)] })).toMatchObject({
    borne: [25_000, 30_000],
    toSend: { g25000: 25_000 },
  })
  expect(show({ ...known, refunds: [refund(40_000)] })).toMatchObject({
    borne: [25_000, 30_000],
    toSend: { g30000: 15_000 },
  })
  const fits = { ...known, refunds: [refund(80_000, { partId: partOf(known, 80_000) })] }
  expect(show(fits)).toMatchObject({ borne: [80_000, 30_000], toSend: { g30000: 30_000 } })
})

test('the part of a refund is certain if exactly one has this amount due, or otherwise left', () => {
  const twin = part('twin', 80_000)
  expect(partOf(order([food]), 1)).toBe('food')
  expect(partOf(order([food, toy]), 80_000)).toBe('food')
  expect(partOf(order([food, toy]), 70_000)).toBeNull()
  expect(partOf(order([food, twin]), 80_000)).toBeNull()
  expect(partOf(order([food, cancelled(twin)]), 80_000)).toBe('twin')
  expect(partOf(order([cancelled(food), cancelled(twin)]), 80_000)).toBeNull()
  const partly = refund(30_000, { partId: 'food', covers: null })
  expect(partOf(order([food, toy], { refunds: [partly] }), 50_000)).toBe('food')
})

test('all of a coupon goes back with the goods, and part of it with part of them', () => {
  // Half off, so that the operator adds 30,000 to the buyer's 40,000, of which 5,000 are for delivery.
  const half = part('half', 40_000, { commission: -30_000, commissionable: 35_000 })
  const borne = (amount: number) => allocate(order([half], { refunds: [refund(amount)] })).parts[0]!
  expect(borne(7_000)).toEqual({ id: 'half', borne: 7_000, payable: 13_000, commission: -6_000 })
  expect(borne(35_000)).toEqual({ id: 'half', borne: 35_000, payable: 65_000, commission: -30_000 })
  expect(borne(40_000)).toEqual({ id: 'half', borne: 40_000, payable: 70_000, commission: -30_000 })
})

test('an offer goes back to the operator once all that the payer paid goes back, except from what a policy leaves the payee', () => {
  const visit = { ...part('visit', 60_000), commission: 0 }
  const offered = (captured: number, one: KnownPart, amount: number) =>
    show({ ...order([one], { refunds: [refund(amount)] }), captured })
  expect(offered(54_000, visit, 30_000)).toMatchObject({ sellersKeep: [30_000], loss: 0 })
  expect(offered(54_000, visit, 54_000)).toMatchObject({ sellersKeep: [0], loss: -6_000 })
  const halfDue = { ...visit, due: 30_000, dueAt: at(10) }
  expect(offered(25_000, halfDue, 25_000)).toMatchObject({ sellersKeep: [30_000], loss: -5_000 })
})

test('a refund of the fee that the payer bore is the operator’s', () => {
  const visit = { ...part('visit', 60_000), commission: 0 }
  expect(show({ ...order([visit], { refunds: [refund(61_416)] }), captured: 61_416 })).toMatchObject({
    borne: [60_000],
    loss: 1_416,
  })
})

test('no more is sent than the gateway took', () => {
  const known = { ...order([cancelled(food), cancelled(toy, 31)]), captured: 160_000 }
  expect(show(known)).toMatchObject({
    toSend: { food: 80_000, toy: 80_000 },
    sellersKeep: [0, 0],
    loss: -10_000,
  })
})
