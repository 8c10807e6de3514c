import { type Allocation, type Owed, sum } from './allocation.ts'

/** A refund of ours that the gateway doesn't have, as far as we know. */
export type UnsentRefund = Owed & {
  id: string
  at: Date
  /** Whether the gateway may have it: it is being sent, or was before a dispute was opened. */
  mayBeThere: boolean
  /** Whether it isn't sent before the open disputes are decided. */
  waits: boolean
}

export type Changes = {
  /** No longer owed, or not in full. */
  drop: string[]
  /** Owed, but only a part of it may be sent now, so two others replace it. */
  split: string[]
  /** Not to be sent, or tried again, before the open disputes are decided. */
  hold: string[]
  /** Waited for a dispute, and may be sent now. */
  free: string[]
  /** `isLater`: not before the gateway was asked for one that it replaces. */
  make: (Owed & { waits: boolean; isLater: boolean })[]
}

const keyOf = ({ partId, grantId }: Omit<Owed, 'amount'>) => `${partId}/${grantId}`
/**
 * Returns how to bring the unsent refunds in line with what is owed. Keeps as many as fit, those that the gateway may have first,
 * and whole: dropping one of them doesn't stop it.
 */
export function lineUp(
  { toSend, waits }: Pick<Allocation, 'toSend' | 'waits'>,
  unsent: readonly UnsentRefund[],
): Changes {
  const changes: Changes = { drop: [], split: [], hold: [], free: [], make: [] }
  const keys = new Map([...toSend, ...waits, ...unsent].map((one) => [keyOf(one), one]))
  for (const [key, { partId, grantId }] of keys) {
    const isHere = (one: Omit<Owed, 'amount'>) => keyOf(one) === key
    let now = sum(toSend.filter(isHere))
    let left = now + sum(waits.filter(isHere))
    const rows = unsent
      .filter(isHere)
      .toSorted((a, b) => Number(b.mayBeThere) - Number(a.mayBeThere) || a.at.getTime() - b.at.getTime())
    let isLater = false
    for (const { id, amount, mayBeThere, waits } of rows) {
      if (amount > left) {
        changes.drop.push(id)
        isLater ||= mayBeThere
        continue
      }
      // Otherwise less would be sent than may be.
      if (!mayBeThere && amount > now && left - amount < now) {
        changes.split.push(id)
        continue
      }
      left -= amount
      if (amount > now) {
        if (!waits) changes.hold.push(id)
        continue
      }
      now -= amount
      if (waits) changes.free.push(id)
    }
    now = Math.min(now, left)
    if (now > 0) changes.make.push({ partId, grantId, amount: now, waits: false, isLater })
    if (left > now) changes.make.push({ partId, grantId, amount: left - now, waits: true, isLater })
  }
  return changes
}
