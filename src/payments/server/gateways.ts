import type { Config } from '#/kernel/server/config.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import type { Gateway, GatewayOffer } from './gateway.ts'
import { sandboxGateway } from './sandbox-gateway.ts'

const offers: Readonly<Record<Config['PAYMENT_GATEWAY'], GatewayOffer>> = {
  sandbox: { name: 'sandbox', methods: ['card', 'upi'] },
}

/** What this installation's gateway is and offers. */
export function gatewayIn(config: Pick<Config, 'PAYMENT_GATEWAY'>): GatewayOffer {
  return offers[config.PAYMENT_GATEWAY]
}

type Options = {
  config: Config
  /** Where the sandbox listens. */
  sandboxUrl(): Promise<string>
  /** Where this app is reached from the same machine. */
  ownUrl(): string
}

/** What moves money in this installation. */
export function createGateway({ config, sandboxUrl, ownUrl }: Options): Gateway {
  return sandboxGateway({ offer: offers.sandbox, key: sandboxKey(config), url: sandboxUrl, ownUrl })
}

/** What the app and its sandbox know each other by. */
export function sandboxKey(config: Pick<Config, 'AUTH_SECRET'>): string {
  return deriveKey(config.AUTH_SECRET, 'payment sandbox').toString('base64url')
}
