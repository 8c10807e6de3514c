/**
 * A seller's part of an order. A payment with one payee is one part without commission.
 */
export type KnownPart = {
  id: string
  amount: number
  /** The operator's share of `amount`; below zero for a coupon. */
  commission: number
  /** The share of `amount` that the commission applies to. */
  commissionable: number
  /** Owed back by the rules of its cancellation or return, and since when; null while neither has happened. */
  due: number
  dueAt: Date | null
  /** The time at which the buyer got it. */
  arrivedAt: Date | null
}

/** A refund beyond what cancellations owe: an administrator's, or the excess of a dashboard refund that the payer's bank returned. */
export type Grant = {
  id: string
  partId: string | null
  amount: number
  /** When it was made, also in the dashboard. A dispute after that may be about it. */
  at: Date
}

/** A refund that the gateway has, or that was paid by hand. `partId`: null while its part isn't certain. */
export type GoneRefund = {
  id: string
  partId: string | null
  /** The grant that it was sent for. */
  grantId: string | null
  amount: number
  at: Date
  /**
   * For one in the dashboard: how much of it stood for what was owed when it was made (`coverOf`). The rest was added to that. Null
   * for ours.
   */
  covers: number | null
}

/** A dispute that wasn't won. */
export type KnownDispute = { id: string; partId: string | null; amount: number; at: Date; isOpen: boolean }

/** All that is known of a payment's money, in minor units. Refunds that the gateway doesn't have yet aren't part of it. */
export type KnownMoney = {
  /** Taken by the gateway: more than the parts' sum with a fee for the payer, less with an offer of the operator's. */
  captured: number
  /** In the order in which they bear what isn't certain. */
  parts: readonly KnownPart[]
  grants: readonly Grant[]
  refunds: readonly GoneRefund[]
  disputes: readonly KnownDispute[]
}

/** A refund to send: of a part, of a grant, or of a grant for a part. */
export type Owed = { partId: string | null; grantId: string | null; amount: number }

export type Allocation = {
  /** Each part's share of the money gone, by refund, dispute, or grant without a part. */
  slices: { sourceId: string; partId: string; amount: number }[]
  toSend: Owed[]
  /** Sent once the open disputes are decided, unless the payer's bank has paid it by then. */
  waits: Owed[]
  /** Each part's share of what is gone or still to be sent, and what its accounts are debited for it. */
  parts: { id: string; borne: number; payable: number; commission: number }[]
  /** The operator's; below zero if an offer goes back to it. */
  loss: number
}

type Share = KnownPart & { wanted: number; taken: number }
/** `left`: what no part bears yet; `free`: what may still cover something owed. */
type Money = {
  id: string
  partId: string | null
  amount: number
  at: Date
  left: number
  free: number
  isDispute: boolean
}
type Unsent = Grant & { left: number }
type Loose = Pick<Money, 'id' | 'left' | 'free' | 'at'>
type Give = (share: Share, money: Pick<Money, 'id' | 'left'>, most?: number) => void

const room = (share: Share) => share.amount - share.taken
const lack = (share: Share) => Math.max(0, share.wanted - share.taken)
export const sum = (things: readonly { amount: number }[]): number =>
  things.reduce((total, { amount }) => total + amount, 0)
type Dated = { id: string; at: Date }
/** Ids are in the order in which they were made, for what happens at the same moment. */
const inOrder = (a: Dated, b: Dated) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)
const byTime = <Thing extends Dated>(things: readonly Thing[]) => things.toSorted(inOrder)
const byDue = (shares: readonly Share[]) =>
  shares.toSorted((a, b) => (a.dueAt?.getTime() ?? 0) - (b.dueAt?.getTime() ?? 0))

/** Latest arrival first, so that a later arrival never moves a refund to a payee who may have been paid out. */
const byArrival = (shares: readonly Share[]) =>
  shares.toSorted((a, b) => (b.arrivedAt?.getTime() ?? Infinity) - (a.arrivedAt?.getTime() ?? Infinity) || 0)

/**
 * Returns who bears the money that went back of a payment, and what is still to be sent.
 *
 * Money of a certain part is that part's, up to its amount; what is more covers other parts that are due, or is the operator's
 * loss. Money of an unknown part covers grants made before it, then the parts that are due, then those that haven't arrived, and
 * last those that have, the latest first; only what no part has left is a loss. A refund in the dashboard covers no more of what was
 * owed before it than it did when it was made: the rest of it was added. A lost dispute counts like a refund. An open one may be lost, so
 * what it would cover waits.
 *
 * Depends on nothing but its arguments, and sending what it says changes nobody's share.
 */
export function allocate(known: KnownMoney): Allocation {
  const lost = known.disputes.filter(({ isOpen }) => !isOpen)
  const { owed, ...rest } = divide({ ...known, disputes: lost })
  if (lost.length === known.disputes.length) return { ...rest, toSend: owed, waits: [] }
  const sure = divide(known).owed
  const toSend = owed.map((one) => ({
    ...one,
    amount: Math.min(one.amount, sure.find((other) => isSame(one, other))?.amount ?? 0),
  }))
  const waits = owed.map((one, index) => ({ ...one, amount: one.amount - toSend[index]!.amount }))
  return { ...rest, toSend: toSend.filter(isSome), waits: waits.filter(isSome) }
}

/**
 * Returns how much of a refund that was just made in the dashboard stands for what is owed. Called once, when it's
 * made, because it isn't meant for what is owed later. If the payer's bank returns it, what it covered is owed again automatically.
 */
export function coverOf(known: KnownMoney, refund: Omit<GoneRefund, 'covers'>): number {
  const disputes = known.disputes.filter(({ isOpen }) => !isOpen)
  const owedWith = (refunds: readonly GoneRefund[]) => sum(divide({ ...known, disputes, refunds }).owed)
  const before = owedWith(known.refunds)
  const covered = before - owedWith([...known.refunds, { ...refund, covers: refund.amount }])
  return Math.min(refund.amount, Math.max(0, covered))
}

const isSome = ({ amount }: { amount: number }) => amount > 0
const isSame = (a: Owed, b: Owed) => a.partId === b.partId && a.grantId === b.grantId

type Division = Pick<Allocation, 'slices' | 'parts' | 'loss'> & { owed: Owed[] }

/** Divides the money as if all these disputes were lost. */
function divide(known: KnownMoney): Division {
  const { captured } = known
  const slices: Allocation['slices'] = []
  const owed: Owed[] = []
  const give: Give = (share, money, most = money.left) => {
    const amount = Math.min(most, money.left, room(share))
    if (amount <= 0) return
    const slice = slices.find((one) => one.sourceId === money.id && one.partId === share.id)
    if (slice) slice.amount += amount
    else slices.push({ sourceId: money.id, partId: share.id, amount })
    money.left -= amount
    share.taken += amount
  }
  const { shares, grants, all } = settleCertain(known, give)
  const loose = all.filter(({ left }) => left > 0)
  const pool: Loose[] = []
  for (const money of loose) {
    money.free = Math.min(money.free, money.left)
    for (const { grant, amount } of coverGrants(grants, money)) {
      const share = shares.find(({ id }) => id === grant.partId)
      if (share) give(share, money, amount)
      else {
        // It takes the grant's place, and so its time.
        money.left -= amount
        pool.push({ id: money.id, at: grant.at, free: 0, left: amount })
      }
    }
  }

  const gone = sum(known.refunds) + sum(known.disputes)
  let sendable = Math.max(0, captured - gone)
  const owe = (most: number, what: Omit<Owed, 'amount'>) => {
    const amount = Math.min(most, sendable)
    if (amount <= 0) return 0
    owed.push({ ...what, amount })
    sendable -= amount
    return amount
  }
  // Money beyond a part's amount is no other seller's mistake: it may cover what others owe, but none of them bears it.
  const excess = loose.filter(({ partId }) => partId !== null)
  pool.push(...loose.filter(({ partId }) => partId === null))
  for (const { id, partId, left, at } of grants) {
    const share = shares.find((one) => one.id === partId)
    if (share) share.taken += owe(Math.min(left, room(share)), { partId, grantId: id })
    else pool.push({ id, at, free: 0, left: owe(left, { partId, grantId: id }) })
  }
  for (const share of byDue(shares))
    for (const money of [...excess, ...pool]) {
      const most = wasOwed(share, money) ? Math.min(money.free, lack(share)) : lack(share)
      const before = money.left
      give(share, money, most)
      money.free -= Math.min(money.free, before - money.left)
    }
  // Extra money that names no part may use up a part's room, but not what was already due for it and can be sent.
  let most = sendable
  const lacking = new Map<string, number>()
  for (const share of byDue(shares)) {
    lacking.set(share.id, Math.min(lack(share), most))
    most -= lacking.get(share.id)!
  }
  for (const share of byArrival(shares))
    for (const money of pool)
      give(share, money, room(share) - (wasOwed(share, money) ? lacking.get(share.id)! : 0))
  for (const share of byDue(shares))
    share.taken += owe(lacking.get(share.id)!, { partId: share.id, grantId: null })
  for (const share of byArrival(shares)) for (const money of pool) give(share, money)

  const back = gone + sum(owed)
  const taken = shares.reduce((total, share) => total + share.taken, 0)
  let offer = taken >= captured ? Math.max(0, sum(shares) - captured) : 0
  const parts = shares.map((share) => {
    // A payee keeps what the rules of the cancellation leave them.
    const kept = share.dueAt ? share.amount - share.wanted : 0
    const returned = Math.min(offer, Math.max(0, room(share) - kept))
    offer -= returned
    return { id: share.id, borne: share.taken, ...accountsOf(share, share.taken + returned) }
  })
  const debited = parts.reduce((total, { payable, commission }) => total + payable + commission, 0)
  return { slices, owed, parts, loss: back - debited }
}

/** Whether a part was due before this went back. A refund in the dashboard then covers it only up to `covers`. */
const wasOwed = ({ dueAt }: Share, { at }: Pick<Loose, 'at'>) => dueAt !== null && dueAt < at

/** Gives each part the money that is certainly its own. */
function settleCertain(
  { parts, grants, refunds, disputes }: KnownMoney,
  give: Give,
): { shares: Share[]; grants: Unsent[]; all: Money[] } {
  const shares = parts.map((part) => ({ ...part, wanted: wantedOf(part, grants, refunds), taken: 0 }))
  const unsent = byTime(grants).map((grant) => ({
    ...grant,
    left: Math.max(0, grant.amount - sum(refunds.filter(({ grantId }) => grantId === grant.id))),
  }))
  const all: Money[] = byTime([
    ...refunds.map((one) => ({
      ...one,
      at: grants.find(({ id }) => id === one.grantId)?.at ?? one.at,
      left: one.amount,
      free: one.covers ?? 0,
      isDispute: false,
    })),
    ...disputes.map((one) => ({ ...one, left: one.amount, free: one.amount, isDispute: true })),
  ])
  for (const money of all) {
    const share = shares.find(({ id }) => id === money.partId)
    if (!share) continue
    const { taken } = share
    give(share, money)
    const given = share.taken - taken
    // The part's own grants first: nothing more can be sent for them once the part is used up.
    const covered = coverGrants(
      unsent.filter(({ partId }) => partId === share.id),
      money,
      given,
    )
    // A grant that names no part counts towards a part that became due later, and may be why the payer disputes this one.
    const isMeant = (one: Unsent) =>
      one.partId === null && !wasOwed(share, one) && (money.isDispute || share.dueAt !== null)
    coverGrants(unsent.filter(isMeant), money, money.isDispute ? money.free : given - sum(covered))
  }
  // Nothing is sent for a part beyond its amount.
  for (const share of shares) {
    let most = room(share)
    for (const grant of unsent.filter(({ partId }) => partId === share.id)) {
      grant.left = Math.min(grant.left, most)
      most -= grant.left
    }
  }
  return { shares, grants: unsent, all }
}

/** Grants, and what refunds in the dashboard added, after a cancellation add to what it gives back. Earlier ones are part of it. */
function wantedOf(
  { id, amount, due, dueAt }: KnownPart,
  grants: readonly Grant[],
  refunds: readonly GoneRefund[],
): number {
  if (dueAt === null) return 0
  const added = refunds.map((one) => ({ ...one, amount: one.amount - (one.covers ?? one.amount) }))
  const later = [...grants, ...added].filter(({ partId, at }) => partId === id && at > dueAt)
  return Math.min(amount, due + sum(later))
}

/**
 * Covers grants that weren't sent with money that went back after them, and so was meant for them: the one of the same amount, or
 * otherwise the earliest.
 */
function coverGrants(
  grants: readonly Unsent[],
  money: Money,
  most = money.free,
): { grant: Unsent; amount: number }[] {
  let left = Math.min(most, money.free)
  const before = grants.filter(({ id, at, left }) => left > 0 && inOrder({ id, at }, money) < 0)
  const same = before.find((grant) => isFor(grant, money.amount))
  return (same ? [same] : before).map((grant) => {
    const amount = Math.min(left, grant.left)
    left -= amount
    money.free -= amount
    grant.left -= amount
    return { grant, amount }
  })
}

/** Whether nothing of a grant was sent, and this amount was probably meant for it. */
const isFor = (grant: Unsent, amount: number) => grant.left === amount && grant.amount === amount

/**
 * Returns the accounts that an amount of a part is taken from. The commission goes back in proportion to what it applies to, so all
 * of it goes back with the goods, and so does a coupon.
 */
function accountsOf({ commission, commissionable }: KnownPart, amount: number) {
  const back = Math.round((commission * Math.min(amount, commissionable)) / commissionable)
  return { payable: amount - back, commission: back }
}

/**
 * Returns the part that a refund in the dashboard, or a dispute, certainly belongs to: the only one, or the only one of which
 * exactly this amount is due, or left, or went back already. Asked once, when the money goes back; later events don't change the
 * answer.
 */
export function partOf(known: KnownMoney, amount: number): string | null {
  if (known.parts.length === 1) return known.parts[0]!.id
  const { shares, grants } = settleCertain(known, (share, money) => {
    const taken = Math.min(room(share), money.left)
    share.taken += taken
    money.left -= taken
  })
  const meant = new Set(grants.filter((grant) => isFor(grant, amount)).map(({ partId }) => partId))
  if (meant.size > 0) return meant.size === 1 ? [...meant][0]! : null
  const fits = [
    shares.filter((share) => lack(share) === amount),
    shares.filter((share) => room(share) === amount),
    shares.filter((share) => share.amount === amount && room(share) === 0),
  ].find(({ length }) => length > 0)
  return fits?.length === 1 ? fits[0]!.id : null
}
