import { GatewayAway, GatewayRefused } from './gateway.ts'

const patience = 8_000

type Options = { apiUrl: string; keyId: string; keySecret: string }
type Call = { query?: Record<string, string>; body?: unknown; headers?: Record<string, string> }
type Trouble = { error?: { code?: string; reason?: string | null; metadata?: { payment_id?: string } } }

export type Ask = <Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  call?: Call,
) => Promise<Answer>

/**
 * Calls Razorpay's API without its library, which has a fixed host and no timeout, and can't send an idempotency key with a
 * refund.
 */
export function openRazorpay({ apiUrl, keyId, keySecret }: Options): Ask {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  return async <Answer>(method: string, path: string, { query, body, headers }: Call = {}) => {
    const search = query ? `?${new URLSearchParams(query)}` : ''
    let answer: Response
    let said: unknown
    try {
      answer = await fetch(`${apiUrl.replace(/\/$/, '')}/v1/${path}${search}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience),
        redirect: 'error',
      })
      said = await answer.json()
    } catch (error) {
      throw new GatewayAway(`Razorpay did not answer ${method} ${nameless(path)}: ${String(error)}`)
    }
    if (answer.ok) return said as Answer
    // Razorpay's messages may quote user input, so they stay out of the log.
    const { error } = (said ?? {}) as Trouble
    const code = error?.reason && error.reason !== 'NA' ? error.reason : (error?.code ?? 'unknown')
    const message = `Razorpay answered ${answer.status} to ${method} ${nameless(path)}: ${code}`
    if (answer.status !== 400 && answer.status !== 404) throw new GatewayAway(message)
    throw new GatewayRefused(message, { code, ref: error?.metadata?.payment_id })
  }
}

const nameless = (path: string) => path.replace(/\w+_\w{6,}/g, '…')
