import { expect, test, vi } from 'vitest'
import { type ServerProcess, startServerProcess } from '#/app/testing/server-process.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { livePath } from '#/kernel/live.ts'
import { makeBooked } from '#/messaging/server/booked.factory.ts'

const world = await openWorld()
const slow = 150_000
const soon = { timeout: 15_000, interval: 20 }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const startOne = () =>
  startServerProcess({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.dataDir,
    AUTH_SECRET: world.secret,
  })

const [first, second] = await Promise.all([startOne(), startOne()])

/** An owner and a vet who write to each other; the processes have their own clocks. */
const makePair = (names: [string, string]) =>
  makeBooked(world, names, { startsAt: new Date(Date.now() + 2 * DAY) })

/**
 * Follows a thread as the browser does: when its stream ends, it opens one at the next process, and asks again for what it
 * shows; each event of the stream makes it ask, too.
 */
function followOn({ cookie }: Person, bookingId: string, processes: () => ServerProcess[]) {
  const hungUp = new AbortController()
  const { signal } = hungUp
  const client = { url: '', texts: [] as string[], events: 0, hangUp: () => hungUp.abort() }
  const ask = async (url: string) => {
    const answer = await fetch(`${url}/api/message-threads/${bookingId}`, { headers: { cookie }, signal })
    const { rows } = (await answer.json()) as { rows: { text: string }[] }
    client.texts = rows.map(({ text }) => text).reverse()
  }
  const followOne = async (url: string) => {
    const answer = await fetch(`${url}${livePath}`, { headers: { cookie }, signal })
    if (!answer.ok) return void (await answer.body?.cancel())
    client.url = url
    await ask(url)
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      if (!part.includes('data: messaging')) continue
      client.events++
      await ask(url)
    }
  }
  const goOn = async () => {
    for (let next = 0; !signal.aborted; next++) {
      const all = processes()
      await followOne(all[next % all.length]!.url).catch(() => undefined)
      client.url = ''
      await pause(20)
    }
  }
  void goOn()
  return client
}

/** Sends a message by whichever process takes it, under one key, so that trying again can't send it twice. */
async function send(from: Person, bookingId: string, text: string, processes: () => ServerProcess[]) {
  const key = crypto.randomUUID()
  for (let tries = 0; ; tries++) {
    const all = processes()
    const answer = await fetch(`${all[tries % all.length]!.url}/api/message-threads/${bookingId}/messages`, {
      method: 'POST',
      headers: { cookie: from.cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ text }),
    }).catch(() => undefined)
    if (answer?.ok) return
    if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`)
    await pause(20)
  }
}

const noticesOf = async (person: Person) =>
  (await person.call.notifications.list({})).rows.filter(({ type }) => type === 'new_message')

test(
  'when a process is killed, its streams go on at another: nothing is lost, and nothing told twice',
  async () => {
    const { owner, vet, bookingId } = await makePair(['asha', 'meera'])
    const reader = followOn(vet, bookingId, () => [first, second])
    await vi.waitFor(() => expect(reader.url).toBe(first.url), soon)
    const said = ['By the other process', 'By its own']
    await send(owner, bookingId, said[0]!, () => [second])
    await vi.waitFor(() => expect(reader.texts).toEqual(said.slice(0, 1)), soon)
    await send(owner, bookingId, said[1]!, () => [first])
    await vi.waitFor(() => expect(reader.texts).toEqual(said), soon)

    const killed = first.end('SIGKILL')
    said.push('While it was away')
    await send(owner, bookingId, said[2]!, () => [second])
    await killed
    await vi.waitFor(() => expect(reader.url).toBe(second.url), soon)
    await vi.waitFor(() => expect(reader.texts).toEqual(said), soon)
    const before = reader.events
    said.push('Afterwards')
    await send(owner, bookingId, said[3]!, () => [second])
    await vi.waitFor(() => expect(reader.texts).toEqual(said), soon)
    await vi.waitFor(() => expect(reader.events).toBeGreaterThan(before), soon)
    expect(await noticesOf(vet)).toHaveLength(1)
    reader.hangUp()
  },
  slow,
)

test(
  'in a rolling restart, a stream moves on each time, and every message arrives once',
  async () => {
    const { owner, vet, bookingId } = await makePair(['ravi', 'kabir'])
    const processes = [await startOne(), second]
    const reader = followOn(vet, bookingId, () => processes)
    await vi.waitFor(() => expect(reader.url).not.toBe(''), soon)
    const said: string[] = []
    let isDone = false
    const talk = async () => {
      while (!isDone) {
        const text = `Message ${said.length + 1}`
        await send(owner, bookingId, text, () => processes)
        said.push(text)
        await pause(500)
      }
    }
    const talking = talk()
    for (const index of [1, 0]) {
      const old = processes[index]!
      const asked = old.url
      const stopping = old.end('SIGTERM')
      await vi.waitFor(() => expect(reader.url).not.toBe(asked), soon)
      expect(await stopping).toBe(0)
      processes[index] = await startOne()
    }
    isDone = true
    await talking
    await vi.waitFor(() => expect(reader.texts).toEqual(said.slice(-reader.texts.length)), soon)
    await vi.waitFor(() => expect(reader.texts.at(-1)).toBe(said.at(-1)), soon)
    expect(new Set(reader.texts).size).toBe(reader.texts.length)
    const sent = await world.db
      .selectFrom('messages')
      .select('text')
      .where('text', 'like', 'Message %')
      .execute()
    expect(sent.map(({ text }) => text).sort()).toEqual(said.toSorted())
    expect(await noticesOf(vet)).toHaveLength(1)
    reader.hangUp()
    await Promise.all(processes.map((one) => one.end('SIGTERM')))
  },
  slow,
)
