import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '#/app/contract.ts'
import { count } from '#/kernel/testing/counts.ts'

export type Client = ContractRouterClient<typeof contract, { key?: string }>

export type Person = { userId: string; ownerId: string; email: string; cookie: string; call: Client }

/** Like the global `fetch`, which goes over sockets, or in process. */
export type Fetch = (request: Request) => Promise<Response>

export function clientAt(url: string, headers: Record<string, string>, at = '/rpc', fetch?: Fetch): Client {
  const link = new RPCLink<{ key?: string }>({
    url: `${url}${at}`,
    ...(fetch && { fetch }),
    headers: ({ context }) => ({ ...headers, ...(context.key ? { 'idempotency-key': context.key } : {}) }),
  })
  return createORPCClient(link)
}

/** Signs up at a running server, as the form does. */
export async function signUpAt(url: string, name: string): Promise<Person> {
  count('signUps')
  const email = `${name}@example.org`
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: `${name}-password`, name }),
  })
  if (!response.ok) throw new Error(`${name} could not sign up: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const call = clientAt(url, { cookie })
  const { user } = await call.accounts.me()
  return { userId: user!.id, ownerId: user!.records['pet_owner']!, email, cookie, call }
}
