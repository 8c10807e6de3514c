const patience = 30_000

/** The API's refusal, with its code. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'Refused'
    this.code = code
  }
}

/**
 * Writes to the API for visitors' pages, without the query and call clients. The key makes a repeat after a lost answer
 * happen once.
 */
export async function send<Answer>(path: `/rpc/${string}`, input: object, key: string): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ json: input }),
    signal: AbortSignal.timeout(patience),
  })
  const { json } = (await answer.json()) as { json: unknown }
  if (!answer.ok) throw new Refused(String((json as { code?: unknown }).code))
  return json as Answer
}
