import { randomToken } from '#/emergency/web/random-token.ts'

/** A refusal by the server, with its code. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'Refused'
    this.code = code
  }
}

/** Asks or writes as a POST, so that a link's token is in no address. On an emergency page every byte counts. */
export async function post<Answer>(path: `/rpc/emergency/${string}`, input: object): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomToken() },
    body: JSON.stringify({ json: input }),
    signal: AbortSignal.timeout(30_000),
  })
  const { json } = (await answer.json()) as { json: unknown }
  if (!answer.ok) throw new Refused(String((json as { code?: unknown }).code))
  return json as Answer
}
