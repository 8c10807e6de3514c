import type { IncomingHttpHeaders } from 'node:http'
import type { movementKinds } from '#/payments/desk.ts'
import type { AttemptState, Charging, GatewayName, MethodType } from '#/payments/rules.ts'

/** A method without its card number. */
export type MethodSeen = {
  type: MethodType | 'other'
  brand: string | null
  lastFour: string | null
  upiId: string | null
}

export type DisputeSeen = { ref: string; amount: number; status: 'open' | 'won' | 'lost' }

/** A refund at the gateway; `name` is the one we gave it, and null or another for one made in the gateway's dashboard. */
export type RefundOfAttempt = RefundSeen & { name: string | null; amount: number }

/** A dispute or a refund, with the attempt it takes money back from. */
export type MoneyBackSeen =
  | { kind: 'dispute'; attemptRef: string; ref: string; status: DisputeSeen['status'] }
  | { kind: 'refund'; attemptRef: string; ref: string }

/** The gateway's own record of money that it added to our balance or took from it. */
export type Movement = {
  ref: string
  /** `settlement`: sent to the operator's bank account; `fee` and `tax`: charged apart from a payment. */
  kind: (typeof movementKinds)[number]
  /** Before the fee; negative if the gateway took it. */
  amount: number
  /** Taken by the gateway for its service, including `tax`; negative if it gave a fee back. */
  fee: number
  tax: number
  currency: string
  at: Date
  /** The payment's id, as an attempt names it once it is paid. */
  paymentRef: string | null
  /** The id of the refund or dispute. */
  aboutRef: string | null
}

export type MovementsRead = {
  movements: Movement[]
  /** The balance now in our currency, in minor units; null at a gateway that doesn't tell it. */
  balance: number | null
}

/** An attempt's current state at the gateway. */
export type AttemptSeen = {
  /** The id for the next look: a payment may have another id than the page it was paid on. */
  ref: string
  state: AttemptState
  amount: number
  currency: string
  paidAt: Date | null
  method: MethodSeen | null
  /** The gateway's failure code. */
  failure: string | null
  /** Until when the bank counts down before it makes a charge, which can't be withdrawn meanwhile. */
  decidesBy?: Date | null
  disputes: DisputeSeen[]
  /** Including our own. */
  refunds?: RefundOfAttempt[]
}

/** The `failure` of a refund that the operator withdrew in the gateway's dashboard. */
export const withdrawn = 'withdrawn'

export type RefundSeen = { ref: string; state: 'pending' | 'succeeded' | 'failed'; failure: string | null }

export type SetupSeen = {
  ref: string
  state: 'open' | 'done' | 'failed'
  /** `token` is the gateway's id for the method. */
  method: (MethodSeen & { type: MethodType; token: string }) | null
}

export type Payer = { userId: string; name: string; email: string | null; phone: string | null }

export type ToCollect = {
  /** Our idempotency key: the same id gets the same answer and is paid at most once. */
  attemptId: string
  amount: number
  currency: string
  description: string
  payer: Payer
}

/** The subject of a signed webhook. It only says what to look at; the content isn't trusted. */
export type Told =
  | { about: 'attempt'; ref: string; attemptId?: string; disputeRef?: string }
  /** A payment whose page the message doesn't name. */
  | { about: 'payment'; ref: string }
  | { about: 'refund'; ref: string; attemptRef?: string | undefined }
  | { about: 'setup'; ref: string }

export type GatewayOffer = {
  name: GatewayName
  /** The kinds of method that can be saved. */
  methods: readonly MethodType[]
  /** Whether saved methods are charged automatically. Otherwise payers are asked to pay, and needn't save a method. */
  chargesByItself: boolean
  /** Null without automatic charges. */
  charging: Charging | null
  /** Whether a UPI ID is typed here before the gateway's page opens. */
  takesUpiId: boolean
}

/**
 * A payment gateway. Every call may be repeated with the same id and takes effect once; each fails after some seconds rather
 * than hang. Amounts are integer minor units.
 */
export type Gateway = GatewayOffer & {
  /** False without a webhook secret. */
  hearsWebhooks: boolean
  /** Opens the gateway's payment page, which redirects to `back` afterwards. */
  openCheckout(
    toCollect: ToCollect & { back: string; until: Date | null },
  ): Promise<AttemptSeen & { url: string | null }>
  /** Returns that page's address with a method prefilled, if the gateway supports it. */
  openedWith?(url: string, method: { type: MethodType; token: string | null }): string
  /** Charges a saved method. `ref` is null if the gateway refused without creating anything. */
  charge(toCollect: ToCollect & { token: string }): Promise<Omit<AttemptSeen, 'ref'> & { ref: string | null }>
  /** Finds a charge whose answer was lost; null if it was never made. `token`: its method, if still known. */
  findCharge(charge: { attemptId: string; token: string | null }): Promise<AttemptSeen | null>
  /** `disputeRef`: a dispute that it is known to have, as not every gateway says so at its payment. */
  look(ref: string, disputeRef?: string): Promise<AttemptSeen>
  /** Returns the id of the page that a payment was made on, or null if it wasn't made on one. */
  pageOf?(paymentRef: string): Promise<string | null>
  /** Makes sure that an attempt can no longer be paid, and returns its final state, which may be paid. */
  close(ref: string): Promise<AttemptSeen>
  refund(refund: {
    refundId: string
    tries: number
    attemptRef: string
    amount: number
    currency: string
  }): Promise<RefundSeen>
  lookAtRefund(ref: string): Promise<RefundSeen>
  /** Lists the disputes and refunds created since then. Absent where nothing moves but on our request. */
  moneyBackSince?(since: { disputes: Date; refunds: Date }): Promise<MoneyBackSeen[]>
  /** Lists the movements of a time, and the balance. A gateway may list a movement days after it happened, or list earlier ones too. */
  movements(during: { from: Date; to: Date }): Promise<MovementsRead>
  /** Opens the gateway's page for saving a card or a UPI ID. */
  openSetup(setup: {
    setupId: string
    type: MethodType
    upiId: string | null
    payer: Payer
    back: string
  }): Promise<SetupSeen & { url: string | null }>
  lookAtSetup(ref: string): Promise<SetupSeen>
  forgetMethod(token: string): Promise<void>
  /**
   * Reads a webhook from its raw body.
   * @throws BadSignature if it isn't from the gateway, or is too old
   */
  readWebhook(body: string, headers: IncomingHttpHeaders, now: Date): Promise<Told[]>
}

/** The gateway in use, and earlier ones whose keys are still set: payments finish at the gateway they began with. */
export type Gateways = {
  current: Gateway
  /** Null without its keys. */
  of(name: string): Gateway | null
}

export class BadSignature extends Error {}

/** The gateway gave no usable answer, so the outcome is unknown. */
export class GatewayAway extends Error {}

/** The gateway saves no method without an email and a phone number. */
export const contactNeeded = 'contact_needed'

/** The gateway refused for good: a retry gets the same answer. */
export class GatewayRefused extends GatewayAway {
  readonly code: string
  /** The id of a thing that it created all the same, such as a declined charge. */
  readonly ref: string | null
  constructor(message: string, { code, ref = null }: { code: string; ref?: string | null | undefined }) {
    super(message)
    this.code = code
    this.ref = ref
  }
}

/** For `catch`: passes over a refusal, and nothing else. */
export function ifRefused(error: unknown): undefined {
  if (!(error instanceof GatewayRefused)) throw error
}
