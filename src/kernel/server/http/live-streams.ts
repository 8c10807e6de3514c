import { type IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { MINUTE } from '#/kernel/duration.ts'
import { beatMs, everyone, type LiveTopic, livePath } from '#/kernel/live.ts'
import type { Listener } from '#/kernel/server/listen.ts'
import { liveChannel, watchedIn } from '#/kernel/server/live.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { problem } from './answers.ts'
import type { Mount } from './mounts.ts'
import { openRecentNews } from './recent-news.ts'
import { pageHeaders } from './security.ts'
import { targetOf } from './target.ts'

/** A person's tabs share one, so this is for many devices. */
const mostStreams = 20
const mostOpenedPerMinute = 60
/** A stream ends now and then, so that its caller is looked up again. */
const longestMs = 15 * MINUTE
/** For a client to read the end of its stream. */
const patienceMs = 2_000
/** Hints for everybody are gathered for this long, so that many changes make one message. */
const gatherMs = 1_000
/** Streams take turns with their beats, so that thousands of them don't beat at once. */
const turns = 20

type Stream = {
  userId: string
  response: ServerResponse
  turn: number
  /** Topics for a client that doesn't read at the moment. */
  late: Set<LiveTopic> | undefined
  endsAt: number
}

/** Returns NaN for a client that doesn't know. */
function behindIn(search: URLSearchParams): number {
  const given = search.get('behind') ?? ''
  return /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
}

export type LiveStreams = {
  mount: Mount
  count(): number
  /** Ends all streams; their clients go on at another process. */
  close(): void
}

/**
 * Serves `GET /live/stream` to logged-in people: server-sent events that name what changed for them. It begins with what
 * was told in the last `behind` milliseconds, or with `again` if some of that may be unknown. All of a person's
 * streams end when `actorChannel` names them, because they may have signed out or been suspended; clients that may come back
 * do so at once.
 */
export function openLiveStreams(options: {
  listener: Listener
  actorChannel: string
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  /** Tells the people who look at this: their streams may be at other processes. */
  tellWatchers(subject: string, topic: LiveTopic): void
}): LiveStreams {
  const { listener } = options
  const streamsOf = new Map<string, Set<Stream>>()
  const beating: Set<Stream>[] = Array.from({ length: turns }, () => new Set())
  const opened = new LRUCache<string, number>({ max: 50_000, ttl: MINUTE, noUpdateTTL: true })
  const recent = openRecentNews()
  let turn = 0
  let changes = 0
  let closed = false

  const all = () => [...streamsOf.values()].flatMap((streams) => [...streams])

  listener.on(liveChannel, (payload) => {
    const [userId = '', topic] = payload.split(' ')
    if (userId === everyone) {
      recent.note(everyone, topic as LiveTopic)
      return tellAll(topic as LiveTopic)
    }
    const subject = watchedIn(payload)
    if (subject !== undefined) return options.tellWatchers(subject, topic as LiveTopic)
    recent.note(userId, topic as LiveTopic)
    for (const stream of streamsOf.get(userId) ?? []) tell(stream, topic as LiveTopic)
  })
  listener.on(options.actorChannel, (userId) => {
    changes++
    for (const stream of [...(streamsOf.get(userId) ?? [])]) end(stream)
  })
  // Changes were missed, also of who is signed in.
  listener.onConnect(() => {
    recent.forget()
    all().forEach(end)
  })

  const beats = setInterval(() => {
    turn = (turn + 1) % turns
    // Without its listener, this process is no better than silence, and clients ask by themselves.
    if (!listener.connected) return
    for (const stream of [...beating[turn]!]) {
      const { response, endsAt } = stream
      if (performance.now() > endsAt) end(stream)
      else if (!response.writableNeedDrain) response.write('event: beat\ndata:\n\n')
    }
  }, beatMs / turns)
  beats.unref()

  function tell(stream: Stream, topic: LiveTopic): void {
    // A set of topics waits for a slow client, and not a line for each change.
    if (stream.response.writableNeedDrain) stream.late = (stream.late ?? new Set()).add(topic)
    else stream.response.write(`event: changed\ndata: ${topic}\n\n`)
  }

  const gathered = new Set<LiveTopic>()
  function tellAll(topic: LiveTopic): void {
    if (gathered.has(topic)) return
    gathered.add(topic)
    setTimeout(() => {
      gathered.delete(topic)
      for (const stream of all()) tell(stream, topic)
    }, gatherMs).unref()
  }

  function forget(stream: Stream): void {
    beating[stream.turn]!.delete(stream)
    const streams = streamsOf.get(stream.userId)
    streams?.delete(stream)
    if (streams?.size === 0) streamsOf.delete(stream.userId)
  }

  /** Forgets it at once: until a client has read the end, its response is still there, and must not be written to. */
  function end(stream: Stream): void {
    forget(stream)
    stream.response.end()
    setTimeout(() => stream.response.destroy(), patienceMs).unref()
  }

  function open(userId: string, response: ServerResponse, behind: number): void {
    const stream: Stream = {
      userId,
      response,
      late: undefined,
      turn: Math.floor(Math.random() * turns),
      endsAt: performance.now() + longestMs * (1 + Math.random() / 3),
    }
    streamsOf.set(userId, (streamsOf.get(userId) ?? new Set()).add(stream))
    beating[stream.turn]!.add(stream)
    response.on('drain', () => {
      const topics = stream.late ?? []
      stream.late = undefined
      if (!response.writableEnded) for (const topic of topics) tell(stream, topic)
    })
    response.on('close', () => forget(stream))
    // A connection that breaks while we write is no error of ours.
    response.on('error', () => forget(stream))
    // An answer keeps its headers as long as it lives, and these matter only to pages.
    for (const name of pageHeaders) response.removeHeader(name)
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Keeps nginx from collecting the events.
      'x-accel-buffering': 'no',
    })
    // Sent by themselves, they become one string; joined with an event, Node keeps every piece of them.
    response.flushHeaders()
    const missed = recent.since(userId, behind)
    if (missed) for (const topic of missed) tell(stream, topic)
    else response.write('event: again\ndata:\n\n')
    response.write('event: beat\ndata:\n\n')
  }

  /**
   * Looks again if someone signed out meanwhile, because this stream was not among those that ended. Sets no cookies: a
   * stream that a browser opens automatically must not undo a login that happens at the same time.
   */
  async function caller(request: IncomingMessage): Promise<Actor | null> {
    const before = changes
    const find = () => options.findActor(request, new ServerResponse(request))
    const actor = await find()
    return before === changes ? actor : find()
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('cache-control', 'no-store')
    const { pathname, searchParams } = targetOf(request)
    if (pathname !== livePath || request.method !== 'GET') return problem(response, 404, 'request.not_found')
    const actor = await caller(request)
    if (!actor) return problem(response, 401, 'request.signed_out')
    const { userId } = actor
    const tries = (opened.get(userId) ?? 0) + 1
    opened.set(userId, tries)
    if (tries > mostOpenedPerMinute || (streamsOf.get(userId)?.size ?? 0) >= mostStreams) {
      response.setHeader('retry-after', '60')
      return problem(response, 429, 'request.too_many')
    }
    if (closed || !listener.connected) {
      response.setHeader('retry-after', '1')
      return problem(response, 503, 'request.unavailable')
    }
    if (!response.destroyed) open(userId, response, behindIn(searchParams))
  }

  return {
    mount: { prefix: '/live/', listen },
    count: () => all().length,
    close() {
      closed = true
      clearInterval(beats)
      all().forEach(end)
    },
  }
}
