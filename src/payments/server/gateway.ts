import type { IncomingHttpHeaders } from 'node:http'
import type { AttemptState, MethodType } from '../rules.ts'

/** How something was paid, or can be: never a card's number. */
export type MethodSeen = {
  type: MethodType | 'other'
  brand: string | null
  lastFour: string | null
  upiId: string | null
}

export type DisputeSeen = { ref: string; amount: number; status: 'open' | 'won' | 'lost' }

/** What the gateway says of an attempt, at this moment. */
export type AttemptSeen = {
  /** Where to look next: what is paid may be known by another name than the page it was paid on. */
  ref: string
  state: AttemptState
  amount: number
  currency: string
  /** When the money came in. */
  paidAt: Date | null
  method: MethodSeen | null
  /** Why it failed, as a word for the log. */
  failure: string | null
  disputes: DisputeSeen[]
}

export type RefundSeen = { ref: string; state: 'pending' | 'succeeded' | 'failed'; failure: string | null }

export type SetupSeen = {
  ref: string
  state: 'open' | 'done' | 'failed'
  /** The method, with the gateway's name for it. */
  method: (MethodSeen & { type: MethodType; token: string }) | null
}

export type Payer = { userId: string; name: string; email: string | null; phone: string | null }

export type ToCollect = {
  /** Our name for the attempt: the same name gets the same answer, and is paid once at most. */
  attemptId: string
  amount: number
  currency: string
  description: string
  payer: Payer
}

/** What a signed message of the gateway is about. It only says where to look; what it says of it is not believed. */
export type Told =
  | { about: 'attempt'; ref: string; attemptId?: string }
  | { about: 'refund'; ref: string; attemptRef?: string | undefined }
  | { about: 'setup'; ref: string }

export const gatewayNames = ['sandbox', 'stripe', 'razorpay'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** What is known of a gateway without asking it. */
export type GatewayOffer = {
  name: GatewayName
  /** What can be saved there. */
  methods: readonly MethodType[]
  /** Whether saved methods are charged while nobody is there; else the payer is asked, and need save nothing. */
  chargesByItself: boolean
}

/**
 * Who moves money for us. Every call may be repeated with the same id and has its effect once; each fails after some
 * seconds rather than hang. Amounts are integer minor units.
 */
export type Gateway = GatewayOffer & {
  /** Whether it knows how its messages are signed; else it hears none. */
  hearsWebhooks: boolean
  /** Opens the gateway's own page to pay on; `back` is where it leads to afterwards. */
  openCheckout(
    toCollect: ToCollect & { back: string; until: Date | null },
  ): Promise<AttemptSeen & { url: string | null }>
  /** That page, with a method filled in: absent where the gateway's page cannot be told. */
  openedWith?(url: string, method: { type: MethodType; token: string | null }): string
  /** Charges a saved method. `ref` is null where it was refused before there was anything to look at. */
  charge(toCollect: ToCollect & { token: string }): Promise<Omit<AttemptSeen, 'ref'> & { ref: string | null }>
  /**
   * What became of a charge whose answer was not heard: null where it was never made. `token`: the method that would have
   * been charged, if it is still known.
   */
  findCharge(charge: { attemptId: string; token: string | null }): Promise<AttemptSeen | null>
  look(ref: string): Promise<AttemptSeen>
  /** Makes sure that an attempt can no longer be paid; answers with what became of it, which may be that it was paid. */
  close(ref: string): Promise<AttemptSeen>
  refund(refund: {
    refundId: string
    tries: number
    attemptRef: string
    amount: number
    currency: string
  }): Promise<RefundSeen>
  lookAtRefund(ref: string): Promise<RefundSeen>
  /** Opens the gateway's own page to save a card or a UPI id on. */
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
   * What a message to `/webhooks/{name}` is about, by its raw body.
   * @throws BadSignature when it is not from the gateway, or old
   */
  readWebhook(body: string, headers: IncomingHttpHeaders, now: Date): Promise<Told[]>
}

/** The gateway in use, and those from before whose keys are still there: what began with one is seen to its end with it. */
export type Gateways = {
  current: Gateway
  /** Null where it can no longer be asked. */
  of(name: string): Gateway | null
}

export class BadSignature extends Error {}

/** The gateway did not answer, or not as agreed: nothing is known of what it did. */
export class GatewayAway extends Error {}

/** The gateway cannot save a method for somebody without an email and a phone number. */
export const contactNeeded = 'contact_needed'

/** The gateway understood, and will not do it: asked again, it says the same. */
export class GatewayRefused extends GatewayAway {
  readonly code: string
  /** What it refused all the same has a name, as a declined charge. */
  readonly ref: string | null
  constructor(message: string, { code, ref = null }: { code: string; ref?: string | null | undefined }) {
    super(message)
    this.code = code
    this.ref = ref
  }
}
