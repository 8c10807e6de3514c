import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { livePath } from '#/kernel/live.ts'
import { liveChannel } from '#/kernel/server/live.ts'
import { closeAfter } from '#/kernel/testing/close-after.ts'
import { openLiveStreams } from './live-streams.ts'

const soon = { timeout: 10_000, interval: 10 }

/** Streams on a real server, with a database listener that the test speaks for. */
async function openStreams() {
  const reactions = new Map<string, (payload: string) => void>()
  const afterConnect: (() => void)[] = []
  const listener = {
    connected: true,
    on: (channel: string, react: (payload: string) => void) => void reactions.set(channel, react),
    onConnect: (react: () => void) => void afterConnect.push(react),
    close: async () => {},
  }
  const actor = { userId: 'asha', sessionId: 's', role: 'pet_owner', records: {} }
  const look = vi.fn(async (): Promise<typeof actor | null> => actor)
  const watched: string[] = []
  const streams = openLiveStreams({
    listener,
    actorChannel: 'actor',
    findActor: look,
    tellWatchers: (subject, topic) => watched.push(`${subject} ${topic}`),
  })
  const responses: ServerResponse[] = []
  const server = createServer((request, response) => {
    responses.push(response)
    streams.mount.listen(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfter(async () => {
    streams.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    streams,
    listener,
    look,
    responses,
    watched,
    say: (channel: string, payload: string) => reactions.get(channel)!(payload),
    reconnect: () => {
      for (const react of afterConnect) react()
    },
    async open(query = ''): Promise<IncomingMessage> {
      const [answer] = await once(get({ port, path: `${livePath}${query}`, agent: false }), 'response')
      return answer as IncomingMessage
    },
  }
}

test('a message to watchers is passed on, and isn’t taken for a person’s', async () => {
  const { say, watched } = await openStreams()
  say(liveChannel, 'watchers-of:vet times')
  say(liveChannel, 'asha times')
  expect(watched).toEqual(['vet times'])
})

test('a client that does not read costs little, and hears each topic once when it reads again', async () => {
  const { open, say, responses } = await openStreams()
  const answer = await open()
  answer.pause()
  const [response] = responses
  while (!response!.writableNeedDrain) {
    for (let n = 0; n < 10_000; n++) say(liveChannel, 'asha notifications')
    await new Promise(setImmediate)
  }
  const held = response!.writableLength
  for (let n = 0; n < 100_000; n++) say(liveChannel, 'asha messaging')
  expect(response!.writableLength).toBe(held)

  let text = ''
  answer.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  answer.resume()
  await vi.waitFor(() => expect(text).toContain('data: messaging\n\n'), soon)
  expect(text.split('data: messaging').length - 1).toBe(1)
})

test('when the database’s news was missed, all streams end, and none opens while it is away', async () => {
  const { open, reconnect, listener } = await openStreams()
  const answer = await open()
  const ended = once(answer.resume(), 'end')
  listener.connected = false
  expect((await open()).statusCode).toBe(503)
  listener.connected = true
  reconnect()
  await ended
  expect((await open()).statusCode).toBe(200)
})

test('a person who signs out while a stream opens is looked up again', async () => {
  const { open, say, look } = await openStreams()
  look.mockImplementationOnce(async () => {
    say('actor', 'asha')
    return { userId: 'asha', sessionId: 's', role: 'pet_owner', records: {} }
  })
  look.mockImplementationOnce(async () => null)
  expect((await open()).statusCode).toBe(401)
})

test('nothing is written to a stream that has ended but was not read to its end', async () => {
  const { open, say, responses, streams } = await openStreams()
  const answer = await open()
  answer.pause()
  const [response] = responses
  while (!response!.writableNeedDrain) {
    for (let n = 0; n < 10_000; n++) say(liveChannel, 'asha notifications')
    await new Promise(setImmediate)
  }
  const failed = vi.fn()
  response!.prependListener('error', failed)
  say('actor', 'asha')
  expect(response!.writableEnded).toBe(true)
  expect(response!.writableFinished).toBe(false)
  expect(streams.count()).toBe(0)
  for (let n = 0; n < 100; n++) say(liveChannel, 'asha messaging')
  await vi.waitFor(() => expect(response!.destroyed).toBe(true), soon)
  expect(failed).not.toHaveBeenCalled()
})

test('what concerns everybody is told to all streams, once for all changes of a second', async () => {
  const { open, say } = await openStreams()
  const heard = await Promise.all(
    [1, 2].map(async () => {
      const stream = { text: '' }
      const answer = await open()
      answer.setEncoding('utf8').on('data', (part) => {
        stream.text += part
      })
      return stream
    }),
  )
  for (let n = 0; n < 1_000; n++) say(liveChannel, '* reports')
  await vi.waitFor(() => {
    for (const { text } of heard) expect(text.split('data: reports').length - 1).toBe(1)
  }, soon)
  say(liveChannel, '* reports')
  await vi.waitFor(() => {
    for (const { text } of heard) expect(text.split('data: reports').length - 1).toBe(2)
  }, soon)
})

/** Returns a stream's first events, up to its first beat. */
async function firstOf(answer: IncomingMessage): Promise<string[]> {
  let text = ''
  for await (const part of answer.setEncoding('utf8')) {
    text += part
    if (text.includes('event: beat')) break
  }
  return text
    .split('\n\n')
    .flatMap(
      (event) => /^event: (again)|^event: changed\ndata: (.*)/.exec(event)?.slice(1).filter(Boolean) ?? [],
    )
}

test('a stream begins with what its person and everybody was told while it was away, each topic once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  closeAfter(async () => void vi.useRealTimers())
  const { open, say } = await openStreams()
  vi.advanceTimersByTime(10_000)
  for (const payload of ['asha messaging', 'asha messaging', 'bela orders', '* reports'])
    say(liveChannel, payload)
  vi.advanceTimersByTime(3_000)
  expect(await firstOf(await open('?behind=3000'))).toEqual(['messaging', 'reports'])
  expect(await firstOf(await open('?behind=2999'))).toEqual([])
})

test.each([
  '',
  '?behind=',
  '?behind=-1',
  '?behind=0x10',
  '?behind=all',
  '?behind=60000',
  '?behind=1e99',
  '?behind=NaN',
])('with %j a stream can’t know what was missed, and says so', async (query) => {
  const { open } = await openStreams()
  expect(await firstOf(await open(query))).toEqual(['again'])
})

test('nothing is known of before the process began, or before its listener came back', async () => {
  const { open, say, reconnect } = await openStreams()
  expect(await firstOf(await open('?behind=59999'))).toEqual(['again'])
  say(liveChannel, 'asha messaging')
  reconnect()
  expect(await firstOf(await open('?behind=500'))).toEqual(['again'])
})
