import type Stripe from 'stripe'
import { GatewayAway, GatewayRefused } from './gateway.ts'

const patience = 8_000
/** A bank may take longer to answer a charge. Less than what ends an idle transaction. */
export const patienceWithBanks = 20_000

/** Runs a call, and turns its errors into ours. */
export type Ask = <Answer>(call: (client: Stripe) => Promise<Answer>) => Promise<Answer>

/** Loads Stripe's library on first use, as it takes memory and time. */
export async function openStripe(secretKey: string, apiUrl: string): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Library(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: patience,
    // Callers retry with the same id: jobs later, people by clicking again.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Stripe repeats the error that it saved under this idempotency key, for a day, whatever it could do by now. */
class SavedError extends GatewayAway {}

/** Keys to try in a row. An outage of an hour uses up fewer. */
const mostKeys = 20

/**
 * Calls with our id as the idempotency key, or with the next one if Stripe has saved an error of its own under it. Each failure
 * during an outage is saved, so several keys may be used up.
 */
export async function underKey<Answer>(
  id: string,
  call: (idempotencyKey: string) => Promise<Answer>,
  /** Finds what the failed call may have made all the same. */
  find: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let n = 1; ; n++) {
    try {
      return await call(n === 1 ? id : `${id}.${n}`)
    } catch (error) {
      if (!(error instanceof SavedError) || n === mostKeys) throw error
      const found = await find()
      if (found) return found
    }
  }
}

type Failure = {
  type: string
  rawType?: string
  code?: string
  decline_code?: string
  statusCode?: number
  requestId?: string
  headers?: Record<string, string>
  payment_intent?: { id: string }
}

/** Translates Stripe's errors. Their messages may quote an email address, so they stay out of the log. */
export function asOurs(error: unknown): unknown {
  if (!isFailure(error)) return error
  const { type, rawType, statusCode, requestId, payment_intent } = error
  const code = error.decline_code ?? error.code ?? rawType ?? type
  const message = `Stripe answered ${statusCode ?? 'nothing'}: ${code} ${requestId ?? ''}`.trimEnd()
  if (statusCode && statusCode >= 500 && error.headers?.['idempotent-replayed'])
    return new SavedError(message)
  if (statusCode !== 400 && statusCode !== 402 && statusCode !== 404) return new GatewayAway(message)
  return new GatewayRefused(message, { code, ref: payment_intent?.id })
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')
}
