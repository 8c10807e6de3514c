export const animals = ['dog', 'cat', 'cattle', 'bird', 'other'] as const
export type InjuredAnimal = (typeof animals)[number]

export const severities = ['critical', 'serious', 'minor'] as const
export type Severity = (typeof severities)[number]

export const injuredStatuses = ['received', 'accepted', 'on_the_way', 'done', 'closed'] as const
export type InjuredStatus = (typeof injuredStatuses)[number]

export const injuredMoves = ['accept', 'set_out', 'finish', 'release', 'close'] as const
export type InjuredMove = (typeof injuredMoves)[number]

type Rule = { from: readonly InjuredStatus[]; to: InjuredStatus }

/** The only legal moves. A rescuer who can't come after all releases the report, so that another can take it. */
const moves: Readonly<Record<InjuredMove, Rule>> = {
  accept: { from: ['received'], to: 'accepted' },
  set_out: { from: ['accepted'], to: 'on_the_way' },
  finish: { from: ['accepted', 'on_the_way'], to: 'done' },
  release: { from: ['accepted', 'on_the_way'], to: 'received' },
  close: { from: ['received', 'accepted', 'on_the_way'], to: 'closed' },
}

/** Returns the status after the move, or undefined if it isn't possible. */
export function statusAfter(status: InjuredStatus, move: InjuredMove): InjuredStatus | undefined {
  const { from, to } = moves[move]
  return from.includes(status) ? to : undefined
}

export const isUnderWay = (status: InjuredStatus): boolean => status !== 'done' && status !== 'closed'

/** A rescuer who accepts and releases again and again keeps others from coming. */
export const mayAccept = ({ releases }: { releases: number }): boolean => releases < injuredLimits.releases

/** Returns a rescuer's possible moves. After acceptance, only the one who accepted has any. */
export function movesOfRescuer(
  status: InjuredStatus,
  { isTheirs, releases }: { isTheirs: boolean; releases: number },
): InjuredMove[] {
  if (!isTheirs) return status === 'received' && mayAccept({ releases }) ? ['accept'] : []
  return injuredMoves.filter((move) => statusAfter(status, move) !== undefined)
}

export const movesOfDesk = (status: InjuredStatus): InjuredMove[] =>
  injuredMoves.filter((move) => statusAfter(status, move) !== undefined)

export const injuredLimits = {
  place: 200,
  note: 500,
  /** Characters of the photo as base64. The browser shrinks it to this, for bad networks. */
  photo: 240_000,
  /** Reports in 24 hours by one phone number or account. */
  perPerson: 5,
  /** Rescuers that a report is mailed to. */
  rescuers: 5,
  /** Reports in 24 hours to one rescuer, against floods. */
  perRescuer: 30,
  /** The part of those for reports from unconfirmed phones, so that they can't use up the rest. */
  perRescuerUnconfirmed: 10,
  /**
   * Reports in an hour that one network can send without a code. Its other people, thousands at a carrier's address, then
   * confirm their phone.
   */
  perNetworkUnconfirmed: 20,
  /** The same where no codes can be sent; counted per /48 of IPv6. */
  perNetworkWithoutCodes: 200,
  /** A rescuer who has released a report this many times can't accept it again. */
  releases: 3,
  /** Mails in an hour to the operator about reports that no rescuer got. */
  toOperator: 10,
  /** The part of those about reports from unconfirmed phones. */
  toOperatorUnconfirmed: 5,
  /** Hours after which an open report closes. */
  openHours: 72,
  /** Days after which the report is deleted. */
  keptDays: 30,
} as const

/** The random part of a link: 32 bytes in base64url. */
export const linkTokenPattern = /^[\w-]{43}$/

/** The token is behind a #, so that it reaches no log and no other site. */
export const followPath = (token: string): `/${string}` => `/emergency/report/status#${token}`
export const rescuePath = (token: string): `/${string}` => `/emergency/report/status#r.${token}`

/** Reads the part of a link behind the #; null if it isn't one of ours. */
export function tokenIn(hash: string): { side: 'reporter' | 'rescuer'; token: string } | null {
  const [, mark, token] = /^#(r\.)?([\w-]{43})$/.exec(hash) ?? []
  return token === undefined ? null : { side: mark ? 'rescuer' : 'reporter', token }
}
