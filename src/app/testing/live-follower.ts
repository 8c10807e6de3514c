import { livePath } from '#/kernel/live.ts'

export type Follower = Awaited<ReturnType<typeof followStream>>

/** Opens a person's stream; `said` grows with each event, and `endedAt` is set when the server ends it. */
export async function followStream(url: string, cookie: string) {
  const hungUp = new AbortController()
  const answer = await fetch(`${url}${livePath}`, { headers: { cookie }, signal: hungUp.signal })
  const stream = {
    status: answer.status,
    said: [] as string[],
    endedAt: undefined as number | undefined,
    hangUp: () => hungUp.abort(),
  }
  const read = async () => {
    let text = ''
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events)
        if (event.startsWith('event: changed')) stream.said.push(event.split('data: ')[1]!)
    }
    stream.endedAt = performance.now()
  }
  if (answer.ok) read().catch(() => undefined)
  else await answer.body?.cancel()
  return stream
}
