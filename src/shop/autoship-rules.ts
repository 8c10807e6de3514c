import { addDays, type Day, instantAt } from '#/kernel/time.ts'

/** The shop delivers within India, so an autoship's days are Indian ones. */
export const autoshipZone = 'Asia/Kolkata'

/**
 * - `waiting`: the next order is ahead
 * - `announced`: its buyer was told the price, and it's ordered on the day
 * - `asking`: the price has risen, and nothing is ordered without a yes
 */
export const autoshipStates = ['waiting', 'announced', 'asking', 'paused', 'ended'] as const
export type AutoshipState = (typeof autoshipStates)[number]

type Actor = 'owner' | 'system' | 'admin'
type Moves = Partial<Record<AutoshipState, readonly Actor[]>>

/** The only legal moves. The database has the same (`guard_autoship`). Back to `waiting`: ordered, skipped or moved. */
export const autoshipMoves: Readonly<Record<AutoshipState, Moves>> = {
  waiting: {
    announced: ['system'],
    asking: ['system'],
    paused: ['owner', 'system'],
    ended: ['owner', 'admin'],
  },
  announced: {
    waiting: ['owner', 'system'],
    asking: ['system'],
    paused: ['owner', 'system'],
    ended: ['owner', 'admin'],
  },
  asking: {
    announced: ['owner'],
    waiting: ['owner', 'system'],
    paused: ['owner', 'system'],
    ended: ['owner', 'admin'],
  },
  paused: { waiting: ['owner'], ended: ['owner', 'admin'] },
  ended: {},
}

export const mayMoveAutoship = (from: AutoshipState, to: AutoshipState, by: Actor): boolean =>
  autoshipMoves[from][to]?.includes(by) ?? false

/**
 * Why nothing is ordered, and what then happens: tried again for `days`, then paused or left out this time. Those without days
 * need something from the buyer, so they pause at once.
 */
export const obstacles = {
  stock: { days: 7, after: 'next' },
  seller: { days: 7, after: 'paused' },
  unpaid_orders: { days: 3, after: 'next' },
  first_cash: { days: 7, after: 'next' },
  gone: { days: 0, after: 'paused' },
  hidden: { days: 0, after: 'paused' },
  pin: { days: 0, after: 'paused' },
  prescription: { days: 0, after: 'paused' },
  expired: { days: 0, after: 'paused' },
  refills: { days: 0, after: 'paused' },
  total: { days: 0, after: 'paused' },
} as const
export type Obstacle = keyof typeof obstacles
/** `owner`: they paused it; `unpaid`: the last order wasn't paid. */
export const pauseReasons = ['owner', 'unpaid', ...(Object.keys(obstacles) as Obstacle[])] as const
export type PauseReason = (typeof pauseReasons)[number]

export const waysToPayAutoship = ['cash', 'method', 'link'] as const
export type WayToPayAutoship = (typeof waysToPayAutoship)[number]

export const mostWeeks = 12
export const mostAutoships = 20
/** The buyer is told the price this many days before the order. */
export const noticeDays = 3
/** An order can be put off by this many days. */
export const mostDaysAhead = 182
/** Minutes after midnight, when notices are sent and orders are placed. */
const actMinute = 9 * 60
/** An order that its buyer has to pay keeps its stock for this long; the time a bank takes to announce a charge is added. */
export const hoursToPayAutoship = 24
/** After a longer break of ours, or a suspension, the buyer is told again before anything is ordered. */
export const hoursLate = 36

/** A step that failed is tried again after five minutes, then after twice as long each time, up to six hours. */
export const minutesSetAside = (failures: number): number => Math.min(5 * 2 ** (failures - 1), 360)

/** In percent: a price that has risen by more than this needs a yes. */
const mostRise = 5
export const needsYes = (agreed: number, price: number): boolean => price * 100 > agreed * (100 + mostRise)

export const actTime = (day: Day): Date => instantAt(day, actMinute, autoshipZone)!

/** Returns when the sweep acts next on an order of that day. */
export const actAtOf = (status: 'waiting' | 'announced' | 'asking', nextOn: Day): Date =>
  actTime(status === 'waiting' ? addDays(nextOn, -noticeDays) : nextOn)

/** Returns the first day after today that is whole intervals after `dueOn`. */
export function nextDay({ dueOn, weeks, today }: { dueOn: Day; weeks: number; today: Day }): Day {
  let day = addDays(dueOn, weeks * 7)
  while (day <= today) day = addDays(day, weeks * 7)
  return day
}
