import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allocate,
  coverOf,
  type GoneRefund,
  type KnownMoney,
  type KnownPart,
  type Owed,
  partOf,
} from './allocation.ts'

// After any events in any order: all money that went back has a bearer, no part bears more than its amount, and the payer gets
// what is due once.

const sum = (things: readonly { amount: number }[]) => things.reduce((total, { amount }) => total + amount, 0)

/** `wasToSend`: what we last told the gateway to send. */
type World = KnownMoney & { minute: number; wasToSend: readonly Owed[] }

const now = ({ minute }: World) => new Date(Date.UTC(2026, 10, 2) + minute * 60_000)
const lostOf = ({ disputes }: KnownMoney) => sum(disputes.filter(({ isOpen }) => !isOpen))
const goneOf = (known: KnownMoney) => sum(known.refunds) + lostOf(known)
const heldOf = ({ disputes }: KnownMoney) => sum(disputes.filter(({ isOpen }) => isOpen))
const pick = <Thing>(things: readonly Thing[], n: number): Thing | undefined => things[n % things.length]

/** `n`: chooses a part, refund or dispute. `share`: an amount, in hundredths of what is possible. */
type Step = (world: World, n: number, share: number) => World

const withPart = (world: World, n: number, change: (part: KnownPart) => Partial<KnownPart>): World => ({
  ...world,
  parts: world.parts.map((part, index) =>
    index === n % world.parts.length ? { ...part, ...change(part) } : part,
  ),
})
const portion = (most: number, share: number) => Math.ceil((most * share) / 100)

function send(world: World, owed: Owed | undefined): World {
  if (!owed) return world
  // The gateway refuses more than it took.
  const amount = Math.min(owed.amount, world.captured - sum(world.refunds))
  if (amount <= 0) return world
  const refund = { ...owed, id: `ours${world.minute}`, amount, at: now(world), covers: null }
  return { ...world, refunds: [...world.refunds, refund] }
}

function bounce(world: World, refund: GoneRefund): World {
  const amount = refund.covers === null ? 0 : refund.amount - refund.covers
  const grant = { id: `again${world.minute}`, partId: refund.partId, amount, at: refund.at }
  return {
    ...world,
    refunds: world.refunds.filter((one) => one !== refund),
    grants: amount > 0 ? [...world.grants, grant] : world.grants,
  }
}

function refundByHand(world: World, amount: number): World {
  if (amount === 0 || amount > world.captured - sum(world.refunds)) return world
  const at = now(world)
  const refund = { id: `byHand${world.minute}`, partId: partOf(world, amount), grantId: null, amount, at }
  return { ...world, refunds: [...world.refunds, { ...refund, covers: coverOf(world, refund) }] }
}

const steps: Record<string, Step> = {
  cancel: (world, n) =>
    withPart(world, n, ({ amount, dueAt }) => (dueAt ? {} : { due: amount, dueAt: now(world) })),
  'take back a part of it': (world, n, share) =>
    withPart(world, n, ({ amount, dueAt, arrivedAt }) =>
      dueAt ? {} : { due: portion(amount, share), dueAt: now(world), arrivedAt: arrivedAt ?? now(world) },
    ),
  deliver: (world, n) =>
    withPart(world, n, ({ dueAt, arrivedAt }) => (dueAt || arrivedAt ? {} : { arrivedAt: now(world) })),
  'refund at the desk': (world, n, share) => {
    const { parts, toSend, waits } = allocate(world)
    const part = pick(world.parts, n)!
    const { borne } = parts.find(({ id }) => id === part.id)!
    const left = world.captured - goneOf(world) - heldOf(world) - sum(toSend) - sum(waits)
    const amount = portion(Math.max(0, Math.min(left, part.amount - borne)), share)
    const grant = {
      id: `grant${world.minute}`,
      partId: part.id,
      amount,
      at: now(world),
    }
    return amount > 0 ? { ...world, grants: [...world.grants, grant] } : world
  },
  'refund in the dashboard': (world, _, share) =>
    refundByHand(world, portion(Math.max(0, world.captured - sum(world.refunds)), share)),
  'refund a whole part in the dashboard': (world, n) => refundByHand(world, pick(world.parts, n)!.amount),
  send: (world, n) => send(world, pick(allocate(world).toSend, n)),
  // It was on its way when something else was recorded.
  'send what was to be sent before': (world, n) => send(world, pick(world.wasToSend, n)),
  'a bank returns a refund': (world, n) => {
    const refund = pick(world.refunds, n)
    if (!refund) return world
    return bounce(world, refund)
  },
  'withdraw in the dashboard': (world, n) => {
    const refund = pick(
      world.refunds.filter(({ covers }) => covers !== null),
      n,
    )
    return { ...world, refunds: world.refunds.filter((one) => one !== refund) }
  },
  dispute: (world, _, share) => {
    const amount = portion(world.captured - heldOf(world) - lostOf(world), share)
    const dispute = { id: `dispute${world.minute}`, partId: partOf(world, amount), amount, at: now(world) }
    return amount > 0 ? { ...world, disputes: [...world.disputes, { ...dispute, isOpen: true }] } : world
  },
  'lose a dispute': (world, n) => ({
    ...world,
    disputes: world.disputes.map((one) =>
      one === pick(world.disputes, n) ? { ...one, isOpen: false } : one,
    ),
  }),
  'go on with a dispute': (world, n) => ({
    ...world,
    disputes: world.disputes.map((one) => (one === pick(world.disputes, n) ? { ...one, isOpen: true } : one)),
  }),
  'win a dispute': (world, n) => ({
    ...world,
    disputes: world.disputes.filter((one) => one !== pick(world.disputes, n) || !one.isOpen),
  }),
}

const parts = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000 }),
      base: fc.integer({ min: 1, max: 100 }),
      commission: fc.integer({ min: -100, max: 100 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ amount, base, commission }, index): KnownPart => {
      const commissionable = portion(amount, base)
      return {
        id: `part${index}`,
        amount,
        commissionable,
        due: 0,
        dueAt: null,
        arrivedAt: null,
        commission: Math.trunc((commissionable * commission) / 100),
      }
    }),
  )
/** The payer bears a fee, or uses an offer, of up to a tenth. */
const worlds = fc.record({ parts, percent: fc.constantFrom(100, 100, 100, 90, 110) }).map(
  (one): World => ({
    parts: one.parts,
    captured: portion(sum(one.parts), one.percent),
    grants: [],
    refunds: [],
    disputes: [],
    minute: 1,
    wasToSend: [],
  }),
)
const story = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(steps)),
    n: fc.nat(20),
    share: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })),
  }),
  { maxLength: 14 },
)
type Story = { name: string; n: number; share: number }[]

function play(world: World, told: Story, check: (world: World) => void = () => undefined): World {
  let then = world
  for (const { name, n, share } of told) {
    const { toSend } = allocate(then)
    then = steps[name]!({ ...then, minute: then.minute + 1 }, n, share)
    if (toSend.length > 0) then = { ...then, wasToSend: toSend }
    check(then)
  }
  return then
}

function isSound(known: KnownMoney): void {
  const { slices, parts: bearers, toSend, waits, loss } = allocate(known)
  const gone = goneOf(known)
  const owed = [...toSend, ...waits]
  const back = gone + sum(owed)

  const debited = bearers.reduce((total, { payable, commission }) => total + payable + commission, 0)
  expect(debited + loss, 'all money has a bearer').toBe(back)
  expect(back, 'no more is sent than was captured').toBeLessThanOrEqual(Math.max(gone, known.captured))
  if (toSend.length > 0) expect(gone + sum(toSend) + heldOf(known)).toBeLessThanOrEqual(known.captured)
  for (const { amount } of [...slices, ...owed]) expect(amount).toBeGreaterThan(0)

  const isFull = ({ id }: KnownPart) => {
    const { borne } = bearers.find((one) => one.id === id)!
    return borne === known.parts.find((one) => one.id === id)!.amount
  }
  for (const part of known.parts) {
    const { borne, payable, commission } = bearers.find(({ id }) => id === part.id)!
    expect(borne, 'no part bears more than its amount').toBeLessThanOrEqual(part.amount)
    expect(borne).toBe(
      sum(slices.filter(({ partId }) => partId === part.id)) +
        sum(owed.filter(({ partId }) => partId === part.id)),
    )
    expect(payable, 'a seller gives back no more than they got').toBeLessThanOrEqual(
      part.amount - part.commission,
    )
    expect(payable).toBeGreaterThanOrEqual(0)
    expect(Math.abs(commission), 'nor does the operator').toBeLessThanOrEqual(Math.abs(part.commission))
    if (part.due > borne) expect(back, 'what is due goes back').toBeGreaterThanOrEqual(known.captured)
    const theirs =
      sum([...known.refunds, ...known.disputes, ...known.grants].filter(({ partId }) => partId === part.id)) +
      part.due
    if (part.arrivedAt && borne > theirs)
      expect(
        known.parts.filter(({ arrivedAt }) => !arrivedAt).every(isFull),
        'a part that arrived bears what isn’t its own last',
      ).toBe(true)
  }
  const certain = (id: string) =>
    sum(
      [...known.refunds, ...known.disputes.filter(({ isOpen }) => !isOpen)].filter(
        (one) => one.partId === id,
      ),
    )
  const twice = known.parts.reduce((total, { id, amount }) => total + Math.max(0, certain(id) - amount), 0)
  if (loss > twice) expect(known.parts.every(isFull), 'a loss comes last').toBe(true)
}

const outcome = (known: KnownMoney) => {
  const { parts: bearers, loss } = allocate(known)
  return { bearers, loss }
}

const part = (amount: number, index: number): KnownPart => ({
  id: `part${index}`,
  amount,
  commissionable: 1,
  due: 0,
  dueAt: null,
  arrivedAt: null,
  commission: 0,
})
const worldOf = (amounts: readonly number[], captured = amounts.reduce((a, b) => a + b)): World => ({
  parts: amounts.map(part),
  captured,
  grants: [],
  refunds: [],
  disputes: [],
  minute: 1,
  wasToSend: [],
})
/** Everything was refunded in the dashboard when a lost dispute was opened again. */
const reopened: [World, Story][] = [
  [
    worldOf([3, 37], 36),
    [
      { name: 'cancel', n: 3, share: 1 },
      { name: 'dispute', n: 0, share: 9 },
      { name: 'lose a dispute', n: 0, share: 100 },
      { name: 'take back a part of it', n: 0, share: 1 },
      { name: 'refund in the dashboard', n: 0, share: 100 },
      { name: 'go on with a dispute', n: 0, share: 1 },
    ],
  ],
]

test('all money has one bearer, who had it to give', () => {
  fc.assert(
    fc.property(worlds, story, (world, told) => void play(world, told, isSound)),
    { numRuns: 600, examples: reopened },
  )
})

test('sending what is to be sent changes nobody’s share, and leaves nothing more to send', () => {
  fc.assert(
    fc.property(worlds, story, fc.nat(20), (world, told, n) => {
      let then = play(world, told)
      const before = outcome(then)
      const { waits } = allocate(then)
      for (let left = allocate(then).toSend.length; left > 0; left--) {
        const { toSend } = allocate(then)
        then = send({ ...then, minute: then.minute + 1 }, pick(toSend, n))
        expect(outcome(then)).toEqual(before)
        expect(allocate(then).toSend).toHaveLength(left - 1)
      }
      expect(allocate(then).waits).toEqual(waits)
    }),
    { numRuns: 1_000 },
  )
})

/** Dashboard refunds use up parts, from which neither their own grants nor grants without a part can be paid any more. */
const usedUp: [World, Story][] = [
  [
    worldOf([1, 2, 5]),
    [
      { name: 'refund in the dashboard', n: 0, share: 26 },
      { name: 'take back a part of it', n: 10, share: 1 },
      { name: 'refund at the desk', n: 10, share: 1 },
      { name: 'a bank returns a refund', n: 0, share: 1 },
      { name: 'refund a whole part in the dashboard', n: 10, share: 100 },
    ],
  ],
  [
    worldOf([2, 1], 4),
    [
      { name: 'refund a whole part in the dashboard', n: 9, share: 100 },
      { name: 'refund a whole part in the dashboard', n: 3, share: 100 },
      { name: 'cancel', n: 0, share: 100 },
      { name: 'refund in the dashboard', n: 0, share: 1 },
    ],
  ],
  [
    worldOf([2, 1, 9]),
    [
      { name: 'refund in the dashboard', n: 0, share: 17 },
      { name: 'cancel', n: 10, share: 1 },
      { name: 'cancel', n: 11, share: 100 },
      { name: 'refund a whole part in the dashboard', n: 1, share: 100 },
      { name: 'refund a whole part in the dashboard', n: 16, share: 100 },
    ],
  ],
]

test('a refund in the dashboard that comes back is owed again, and nothing more', () => {
  const backOf = (known: KnownMoney) => {
    const { toSend, waits } = allocate(known)
    return goneOf(known) + sum([...toSend, ...waits])
  }
  fc.assert(
    fc.property(worlds, story, (world, told) => {
      const then = play(world, told)
      for (const refund of then.refunds.filter(({ covers }) => covers !== null))
        expect(backOf(bounce({ ...then, minute: then.minute + 1 }, refund))).toBeLessThanOrEqual(backOf(then))
    }),
    { numRuns: 1_000, examples: usedUp },
  )
})

test('the order in which facts are known doesn’t matter', () => {
  fc.assert(
    fc.property(worlds, story, fc.nat(), (world, told, seed) => {
      const known = play(world, told)
      const mix = <Thing extends { id: string }>(things: readonly Thing[]) =>
        things.toSorted((a, b) => hash(a.id, seed) - hash(b.id, seed))
      const { refunds, grants, disputes } = known
      expect(
        allocate({ ...known, refunds: mix(refunds), grants: mix(grants), disputes: mix(disputes) }),
      ).toEqual(allocate(known))
    }),
    { numRuns: 1_000 },
  )
})

const hash = (id: string, seed: number) =>
  [...id].reduce((before, letter) => (Math.imul(before, 31) + letter.charCodeAt(0)) >>> 0, seed)

test('the payer gets what is due or went back anyway, whichever is more, in any order of events', () => {
  const events = [
    'cancel',
    'refund in the dashboard',
    'refund a whole part in the dashboard',
    'dispute',
    'lose a dispute',
  ]
  const told = fc.array(
    fc.record({
      name: fc.constantFrom(...events),
      n: fc.nat(20),
      share: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(worlds, told, (world, all) => {
      const known = play(world, all)
      const { toSend, waits } = allocate(known)
      const own = (id: string) =>
        sum(
          [...known.refunds, ...known.disputes].filter(
            (one) => one.partId === id && !('isOpen' in one && one.isOpen),
          ),
        )
      // While the bank decided a dispute of the part, its refund in the dashboard was added to what was due elsewhere.
      fc.pre(
        known.parts.every(
          ({ id, amount }) => own(id) <= amount || !known.disputes.some(({ partId }) => partId === id),
        ),
      )
      const due = known.parts.reduce((total, part) => total + Math.max(0, part.due - own(part.id)), 0)
      const gone = goneOf(known)
      const elsewhere =
        gone - known.parts.reduce((total, { id, amount }) => total + Math.min(amount, own(id)), 0)
      expect(sum([...toSend, ...waits])).toBe(Math.max(0, Math.min(known.captured - gone, due - elsewhere)))
    }),
    { numRuns: 1_000 },
  )
})

test('while nothing can be sent, the order of cancellations, deliveries, refunds and disputes changes no seller’s share', () => {
  type Event = (known: KnownMoney) => KnownMoney
  const at = (n: number) => new Date(Date.UTC(2026, 10, 2, 0, n))
  const event = fc.record({
    kind: fc.constantFrom('cancel', 'arrive', 'refund', 'dispute'),
    n: fc.nat(3),
    amount: fc.integer({ min: 1, max: 900 }),
  })
  fc.assert(
    fc.property(worlds, fc.array(event, { maxLength: 8 }), fc.nat(), (world, all, seed) => {
      const change =
        (n: number, what: Partial<KnownPart>): Event =>
        (known) => ({
          ...known,
          parts: known.parts.map((part, index) =>
            index === n % known.parts.length ? { ...part, ...what } : part,
          ),
        })
      const events = all.map(({ kind, n, amount }, index): { id: string; happen: Event } => {
        const money = { id: `${kind}${index}`, partId: null, amount, at: at(index) }
        const part = world.parts[n % world.parts.length]!
        const refund = { ...money, grantId: null, covers: amount }
        const happens: Record<string, Event> = {
          cancel: change(n, { due: part.amount, dueAt: at(n % world.parts.length) }),
          arrive: change(n, { arrivedAt: at(n % world.parts.length) }),
          refund: (known) => ({ ...known, refunds: [...known.refunds, refund] }),
          dispute: (known) => ({ ...known, disputes: [...known.disputes, { ...money, isOpen: false }] }),
        }
        return { id: money.id, happen: happens[kind]! }
      })
      const end = (order: typeof events) =>
        order.reduce((known, { happen }) => happen(known), world as KnownMoney)
      const mixed = events.toSorted((a, b) => hash(a.id, seed) - hash(b.id, seed))
      expect(allocate(end(mixed))).toEqual(allocate(end(events)))
    }),
    { numRuns: 1_000 },
  )
})

test('one payee’s payer gets what was decided, whatever banks return and however late it is sent', () => {
  const names = [
    'cancel',
    'take back a part of it',
    'refund at the desk',
    'refund in the dashboard',
    'send',
    'a bank returns a refund',
  ] as const
  const told = fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      n: fc.nat(20),
      share: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(worlds, told, (several, all) => {
      const { amount } = several.parts[0]!
      let then: World = { ...several, parts: [several.parts[0]!], captured: amount }
      let decided = 0
      for (const { name, n, share } of all) {
        const [before, [was]] = [then, then.parts]
        then = steps[name]!({ ...then, minute: then.minute + 1 }, n, share)
        const [part] = then.parts
        const added = sum(then.grants) - sum(before.grants)
        if (part!.dueAt !== was!.dueAt) decided = Math.max(decided, part!.due)
        if (name === 'refund at the desk') decided += added
        // It stands for what was owed first.
        if (name === 'refund in the dashboard') decided = Math.max(decided, sum(then.refunds))
        const { toSend, waits } = allocate(then)
        expect(sum(then.refunds) + sum([...toSend, ...waits]), name).toBe(decided)
      }
    }),
    { numRuns: 2_000 },
  )
})
