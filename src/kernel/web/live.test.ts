import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beatMs, livePath } from '#/kernel/live.ts'
import { followLive, type LiveNews, unlessLive } from './live.ts'

/** A stream whose server the test plays. */
class Stream extends EventTarget {
  static all: Stream[] = []
  readonly url: string
  isClosed = false
  onopen: (() => void) | undefined
  onerror: (() => void) | undefined
  constructor(url: string) {
    super()
    this.url = url
    Stream.all.push(this)
  }
  close(): void {
    this.isClosed = true
  }
  say(name: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
}

const usual = 30_000
const poll = unlessLive(usual)
const latest = () => Stream.all.at(-1)!
const network = { onLine: true }
let stop: () => void
let news: LiveNews[]

beforeEach(() => {
  vi.useFakeTimers({ now: performance.timeOrigin })
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(Math, 'random').mockReturnValue(0)
  network.onLine = true
  Stream.all = []
  news = []
  stop = followLive((one) => news.push(one))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens the first stream, as a page does some time after its own requests. */
function opened(): Stream {
  vi.advanceTimersByTime(2_000)
  latest().onopen?.()
  latest().say('beat')
  return latest()
}

test('while a stream is open, polls are rare; an event asks for its topic, and unknown ones for nothing', () => {
  expect(poll()).toBe(usual)
  const stream = opened()
  expect(poll()).toBe(120_000)
  stream.say('changed', 'messaging')
  stream.say('changed', 'weather')
  expect(news).toEqual(['messaging'])
})

test('a stream is asked for what was told since the page began, or since its last beat', () => {
  const stream = opened()
  expect(stream.url).toBe(`${livePath}?behind=7000`)
  vi.advanceTimersByTime(beatMs)
  stream.say('beat')
  vi.advanceTimersByTime(3_000)
  stream.onerror?.()
  vi.advanceTimersByTime(1_000)
  expect(latest().url).toBe(`${livePath}?behind=9000`)
  latest().onopen?.()
  latest().say('changed', 'orders')
  expect(news).toEqual(['orders'])
})

test('everything is asked for again if the server can’t tell what was missed, or took long to open the stream', () => {
  opened().say('again')
  expect(news).toEqual(['again'])
  latest().onerror?.()
  vi.advanceTimersByTime(1_000)
  vi.advanceTimersByTime(5_001)
  latest().onopen?.()
  expect(news).toEqual(['again', 'again'])
})

test('after a failed attempt, or without a network, nobody is asked what was missed: everything may be', () => {
  opened().onerror?.()
  vi.advanceTimersByTime(1_000)
  latest().onerror?.()
  vi.advanceTimersByTime(2_000)
  expect(latest().url).toBe(`${livePath}?behind=`)
  latest().onopen?.()
  latest().say('beat')
  network.onLine = false
  window.dispatchEvent(new Event('offline'))
  network.onLine = true
  window.dispatchEvent(new Event('online'))
  expect(latest().url).toBe(`${livePath}?behind=`)
})

test('a page that wakes up with a late beat asks for everything again', () => {
  const stream = opened()
  vi.advanceTimersByTime(beatMs + 4_000)
  stream.say('beat')
  expect(news).toEqual([])
  vi.advanceTimersByTime(beatMs + 6_000)
  stream.say('beat')
  expect(news).toEqual(['again'])
})

test('a clock that is set back hides no missed news', () => {
  const stream = opened()
  vi.advanceTimersByTime(30_000)
  vi.setSystemTime(0)
  stream.onerror?.()
  vi.advanceTimersByTime(1_000)
  expect(latest().url).toBe(`${livePath}?behind=36000`)
})

test('where streams are blocked, polls stay as usual, and tries become rarer, up to two minutes apart', () => {
  vi.advanceTimersByTime(2_000)
  const gaps: number[] = []
  for (let tries = 0; tries < 9; tries++) {
    const before = Stream.all.length
    const failedAt = Date.now()
    latest().onerror?.()
    while (Stream.all.length === before) vi.advanceTimersByTime(500)
    gaps.push((Date.now() - failedAt) / 1_000)
  }
  expect(gaps).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(poll()).toBe(usual)
  vi.mocked(Math.random).mockReturnValue(0.999)
  const before = Stream.all.length
  latest().onerror?.()
  vi.advanceTimersByTime(119_000)
  expect(Stream.all).toHaveLength(before)
  vi.advanceTimersByTime(1_000)
  expect(Stream.all).toHaveLength(before + 1)
})

test('clients whose streams end together come back at different times', () => {
  vi.mocked(Math.random).mockReturnValue(0.5)
  opened().onerror?.()
  vi.advanceTimersByTime(1_499)
  expect(Stream.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(Stream.all).toHaveLength(2)
})

test('a stream without beats is given up, and the next is asked for what was told since the last', () => {
  const stream = opened()
  for (let beats = 0; beats < 5; beats++) {
    vi.advanceTimersByTime(beatMs)
    stream.say('beat')
  }
  expect(stream.isClosed).toBe(false)
  vi.advanceTimersByTime(3 * beatMs)
  expect(stream.isClosed).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(Stream.all).toHaveLength(2)
  expect(latest().url).toBe(`${livePath}?behind=${3 * beatMs + 6_000}`)
})

test('a lost stream that doesn’t come back makes polls usual again', () => {
  opened().onerror?.()
  vi.advanceTimersByTime(1_000)
  expect(poll()).toBe(120_000)
  latest().onerror?.()
  expect(poll()).toBe(usual)
  expect(news).toEqual(['again'])
})

test('without a network nothing is tried, and at once when it is back', () => {
  opened()
  network.onLine = false
  window.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(600_000)
  expect(Stream.all).toHaveLength(1)
  network.onLine = true
  window.dispatchEvent(new Event('online'))
  expect(Stream.all).toHaveLength(2)
})

test('when following ends, so does the stream', () => {
  const stream = opened()
  stop()
  expect(stream.isClosed).toBe(true)
  vi.advanceTimersByTime(600_000)
  expect(Stream.all).toHaveLength(1)
  expect(poll()).toBe(usual)
})

type Turn = { run(): Promise<void>; resolve(): void; reject(error: Error): void }

/** Locks and messages between the tabs of a browser. */
function browserOf() {
  class Channel extends EventTarget {
    isAsleep = false
    constructor() {
      super()
      tabs.push(this)
    }
    postMessage(data: unknown) {
      if (this.isAsleep) return
      for (const tab of tabs) if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }))
    }
    close() {
      tabs.splice(tabs.indexOf(this), 1)
    }
  }
  const tabs: Channel[] = []
  let held: Turn | undefined
  const waiting: Turn[] = []
  const start = (turn: Turn | undefined) => {
    held = turn
    turn?.run().then(() => {
      turn.resolve()
      if (held === turn) start(waiting.shift())
    })
  }
  const request = (_: string, { steal, signal }: LockOptions, run: Turn['run']) =>
    new Promise<void>((resolve, reject) => {
      const turn = { run, resolve, reject }
      if (steal) {
        held?.reject(new Error('stolen'))
        return start(turn)
      }
      if (!held) return start(turn)
      waiting.push(turn)
      signal?.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(turn), 1)
        reject(new Error('aborted'))
      })
    })
  return { Channel, tabs, locks: { request } }
}

test('a tab takes the stream over from one that its phone has put to sleep, which follows when it wakes', async () => {
  stop()
  const { Channel, tabs, locks } = browserOf()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', { ...network, locks })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const heard: LiveNews[] = []
  const stops = [followLive(() => undefined), followLive((one) => heard.push(one))]
  const asleep = opened()
  const beat = async (times: number) => {
    for (let beats = 0; beats < times; beats++) {
      await vi.advanceTimersByTimeAsync(beatMs)
      asleep.say('beat')
    }
  }
  await beat(5)
  expect([Stream.all.length, poll()]).toEqual([1, 120_000])
  tabs[0]!.isAsleep = true
  await beat(2)
  expect([Stream.all.length, poll()]).toEqual([1, 120_000])
  await beat(2)
  const awake = latest()
  awake.onopen?.()
  expect(Stream.all.map(({ isClosed }) => isClosed)).toEqual([true, false])
  awake.say('changed', 'orders')
  expect(heard.at(-1)).toBe('orders')
  expect(poll()).toBe(120_000)
  for (const end of stops) end()
  expect(awake.isClosed).toBe(true)
})

test('a tab that opens while another holds the stream hears what was said since its page began, and others hear nothing twice', () => {
  stop()
  const { Channel, locks } = browserOf()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', { ...network, locks })
  const first: LiveNews[] = []
  const second: LiveNews[] = []
  const stops = [followLive((one) => first.push(one))]
  const stream = opened()
  stream.say('changed', 'todo')
  // The second page begins now, and hears of nothing until its scripts have run.
  vi.advanceTimersByTime(10_000)
  const began = vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now())
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - performance.timeOrigin)
  vi.advanceTimersByTime(500)
  stream.say('changed', 'orders')
  stream.say('changed', 'orders')
  vi.advanceTimersByTime(500)
  stops.push(followLive((one) => second.push(one)))
  expect(second).toEqual(['orders'])
  expect(first).toEqual(['todo', 'orders', 'orders'])
  for (const end of stops) end()
  began.mockRestore()
})

test('a page that took more than a minute to open asks for everything again', () => {
  stop()
  const { Channel, locks } = browserOf()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('navigator', { ...network, locks })
  const heard: LiveNews[] = []
  const stops = [followLive(() => undefined)]
  opened()
  vi.advanceTimersByTime(70_000)
  stops.push(followLive((one) => heard.push(one)))
  expect(heard).toEqual(['again'])
  for (const end of stops) end()
})
