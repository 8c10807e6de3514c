const patience = 30_000
const pausesMs = [1_000, 2_000]

/**
 * Reads from the API for visitors' pages, without the query and call clients, which are most of a page's code. Retries
 * a lost connection or a busy server twice, but not a refusal.
 */
export async function read<Answer>(path: `/api/${string}`, pauses = pausesMs): Promise<Answer> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  if (answer?.ok) return (await answer.json()) as Answer
  const [pause, ...further] = pauses
  if (pause === undefined || (answer && answer.status < 500)) throw new Error(`${path} is not answered`)
  await new Promise((resolve) => setTimeout(resolve, pause))
  return read(path, further)
}

/** Does the same as a POST, for questions that mustn't be in an address or log, like a position. */
export async function readPrivately<Answer>(path: `/rpc/${string}`, question: object): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: question }),
    signal: AbortSignal.timeout(patience),
  })
  if (!answer.ok) throw new Error(`${path} is not answered`)
  return ((await answer.json()) as { json: Answer }).json
}
