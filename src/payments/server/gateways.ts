import type { Config } from '#/kernel/server/config.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import { chargeHoursBefore, gatewayNames, plainCharging } from '#/payments/rules.ts'
import type { Gateway, GatewayOffer, Gateways } from './gateway.ts'
import { razorpayGateway } from './razorpay-gateway.ts'
import { sandboxGateway } from './sandbox-gateway.ts'
import { stripeGateway } from './stripe-gateway.ts'

type Settings = Pick<Config, 'PAYMENT_GATEWAY' | 'RAZORPAY_RECURRING' | 'STRIPE_RECURRING'>

export function gatewayIn(config: Settings): GatewayOffer {
  return offerOf(config.PAYMENT_GATEWAY, config)
}

/**
 * In hours, with some to spare: Indian banks announce an automatic charge to its payer a day ahead. Stripe waits 26 hours for
 * that, Razorpay up to 37.
 */
const notice = { stripe: 28, razorpay: 38 }
/** The largest automatic charge to which payers in India needn't consent each time: ₹15,000. */
const mostWithoutConsent = 1_500_000

const chargingWith = (hours: number) => ({ hoursBefore: chargeHoursBefore + hours, most: mostWithoutConsent })

function offerOf(name: GatewayOffer['name'], config: Settings): GatewayOffer {
  switch (name) {
    case 'sandbox':
      return {
        name,
        methods: ['card', 'upi'],
        chargesByItself: true,
        takesUpiId: true,
        charging: plainCharging,
      }
    case 'stripe': {
      const recurring = config.STRIPE_RECURRING
      return {
        name,
        methods: recurring ? ['card'] : [],
        chargesByItself: recurring,
        takesUpiId: false,
        charging: recurring ? chargingWith(notice.stripe) : null,
      }
    }
    case 'razorpay': {
      const recurring = config.RAZORPAY_RECURRING
      return {
        name,
        methods: recurring ? ['card', 'upi'] : [],
        chargesByItself: recurring,
        takesUpiId: false,
        charging: recurring ? chargingWith(notice.razorpay) : null,
      }
    }
  }
}

type Options = {
  config: Config
  sandboxUrl(): Promise<string>
  /** This app's address on the same machine. */
  ownUrl(): string
  now(): Date
}

export function createGateways(options: Options): Gateways {
  const { config } = options
  const known = new Map<string, Gateway>()
  for (const name of gatewayNames) {
    const gateway = createGateway(options, name)
    if (gateway) known.set(name, gateway)
  }
  return { current: known.get(config.PAYMENT_GATEWAY)!, of: (name) => known.get(name) ?? null }
}

/** Returns null if the keys aren't set. */
function createGateway(
  { config, sandboxUrl, ownUrl, now }: Options,
  name: GatewayOffer['name'],
): Gateway | null {
  const offer = offerOf(name, config)
  switch (name) {
    case 'stripe':
      if (!config.STRIPE_SECRET_KEY) return null
      return stripeGateway({
        offer,
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecret: config.STRIPE_WEBHOOK_SECRET,
        apiUrl: config.STRIPE_API_URL,
        now,
      })
    case 'razorpay':
      if (!config.RAZORPAY_KEY_ID || !config.RAZORPAY_KEY_SECRET) return null
      return razorpayGateway({
        offer,
        keyId: config.RAZORPAY_KEY_ID,
        keySecret: config.RAZORPAY_KEY_SECRET,
        webhookSecret: config.RAZORPAY_WEBHOOK_SECRET,
        apiUrl: config.RAZORPAY_API_URL,
        now,
      })
    case 'sandbox':
      // The sandbox runs only while it is the gateway in use.
      if (config.PAYMENT_GATEWAY !== 'sandbox') return null
      return sandboxGateway({ offer, key: sandboxKey(config), url: sandboxUrl, ownUrl })
  }
}

/** Derives the key shared by the app and its sandbox. */
export function sandboxKey(config: Pick<Config, 'AUTH_SECRET'>): string {
  return deriveKey(config.AUTH_SECRET, 'payment sandbox').toString('base64url')
}
