import { MINUTE } from '#/kernel/duration.ts'
import { beatMs, type LiveTopic, livePath, liveTopics } from '#/kernel/live.ts'

/** `again`: changes may have been missed, so everything is asked for again. */
export type LiveNews = LiveTopic | 'again'

/**
 * Between tabs: the holder of the stream says what it hears. A tab that has just opened asks whether there is one, and
 * what it has said in the last `behind` ms; the answer is for `asker`.
 */
type Said =
  | { is: 'news'; news: LiveNews; isUp: boolean }
  | { is: 'standing'; isUp: boolean; isBeat?: true }
  | { is: 'question'; asker: string; behind: number }
  | { is: 'answer'; asker: string; isUp: boolean; missed: LiveNews[] }

let isUp = false

/** A poll's interval: rare while changes are told, as usual without a stream. */
export const unlessLive =
  (usual: number, live = 120_000) =>
  (): number =>
    isUp ? Math.max(usual, live) : usual

const firstAfter = 2_000
const shortestWait = 1_000
const longestWait = MINUTE
const silence = 3 * beatMs
/** An answer takes less, so news of this time before our last word is asked for as well. */
const onItsWay = 5_000
/** The holder remembers what it said for this long: a page that took longer to open asks for everything again. */
const remembered = MINUTE
const lockName = 'pawfolk-live'

/** A moment by two clocks: one may stand still while the machine sleeps, the other can be set back. */
type Moment = { ticks: number; clock: number }
const thisMoment = (): Moment => ({ ticks: performance.now(), clock: Date.now() })
const pageStart = (): Moment => ({ ticks: 0, clock: performance.timeOrigin })
const msSince = ({ ticks, clock }: Moment) => Math.max(performance.now() - ticks, Date.now() - clock)

/**
 * Follows what changes for the signed-in person. One tab of a browser holds the stream and passes the news on to the
 * others; when it closes, or its phone has put it to sleep, another takes over. Returns a function that stops it.
 */
export function followLive(react: (news: LiveNews) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pawfolk-live')
  let holds = false
  /** When what this page shows was last known to be current. */
  let current = pageStart()
  let turn = new AbortController()
  let watch: ReturnType<typeof setTimeout> | undefined
  const asker = `${performance.timeOrigin}-${Math.random()}`
  let lately: { news: LiveNews; at: Moment }[] = []

  const say = (said: Said) => tabs?.postMessage(said)
  tabs?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.is === 'question') {
      if (holds) say({ is: 'answer', asker: data.asker, isUp, missed: missedSince(data.behind) })
      return
    }
    isUp = data.isUp
    expectHolder()
    if (data.is === 'news') hear(data.news)
    if (data.is === 'answer' && data.asker === asker) for (const news of data.missed) react(news)
    if (data.is === 'standing' && data.isBeat && keepCurrent()) react('again')
  })
  say({ is: 'question', asker, behind: Math.ceil(msSince(current)) + onItsWay })

  /** Takes the stream over if its holder falls silent, which a sleeping tab does without releasing its lock. */
  function expectHolder(): void {
    clearTimeout(watch)
    if (!isUp || holds || signal.aborted) return
    watch = setTimeout(() => {
      isUp = false
      if (document.visibilityState === 'visible') takeOver()
      else document.addEventListener('visibilitychange', takeOver, { once: true, signal })
    }, silence)
  }
  function takeOver(): void {
    if (isUp || holds) return
    turn.abort()
    queue(true)
  }

  /** Remembers the news too, because this tab may hold the stream when another one opens. */
  function hear(news: LiveNews): void {
    lately = [...lately.filter(({ at }) => msSince(at) < remembered), { news, at: thisMoment() }]
    react(news)
  }
  function missedSince(behind: number): LiveNews[] {
    if (behind > remembered) return ['again']
    return [...new Set(lately.filter(({ at }) => msSince(at) <= behind).map(({ news }) => news))]
  }
  function tell(news: LiveNews, up: boolean): void {
    isUp = up
    hear(news)
    say({ is: 'news', news, isUp })
  }
  /** Notes that a beat has come. Returns true if it is late, because the page slept and may have missed news. */
  function keepCurrent(): boolean {
    const isLate = msSince(current) > beatMs + onItsWay
    current = thisMoment()
    return isLate
  }
  function askAgain(): void {
    current = thisMoment()
    tell('again', true)
  }
  function beat(): void {
    isUp = true
    say({ is: 'standing', isUp, isBeat: true })
    if (keepCurrent()) react('again')
  }
  const hold = (until: AbortSignal) =>
    new Promise<void>((resolve) => {
      holds = true
      clearTimeout(watch)
      until.addEventListener('abort', () => resolve())
      holdStream({ tell, beat, askAgain, behind: () => msSince(current) }, until)
    })
  function queue(steal: boolean): void {
    const own = new AbortController()
    turn = own
    navigator.locks
      .request(lockName, steal ? { steal } : { signal: own.signal }, () => hold(own.signal))
      .catch(() => {
        // Either it was stopped before its turn, or another tab has taken over.
        if (own.signal.aborted) return
        own.abort()
        holds = false
        queue(false)
      })
  }
  if (tabs && navigator.locks) queue(false)
  else void hold(turn.signal)

  return () => {
    ended.abort()
    turn.abort()
    clearTimeout(watch)
    tabs?.close()
    isUp = false
  }
}

type Told = {
  tell(news: LiveNews, up: boolean): void
  /** The stream is open, and has told everything up to now. */
  beat(): void
  /** The stream is open, but doesn't know all that was told. */
  askAgain(): void
  /** For how many milliseconds news may have been missed. */
  behind(): number
}

/** Keeps one stream open until `signal`, and opens it again when it ends: soon at first, then at growing intervals. */
function holdStream({ tell, beat, askAgain, behind }: Told, signal: AbortSignal): void {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = shortestWait
  let isOpen = false
  /** Without a network, pages may show what the service worker kept, so it doesn't matter what was told meanwhile. */
  let wasAway = false

  function drop(): void {
    clearTimeout(timer)
    stream?.close()
    stream = undefined
  }
  function lose(): void {
    drop()
    // Not at the first loss: a stream also ends because the person logs out, and this tab is about to hear of that.
    // Asking again makes polls usual again, because a poll's interval is computed when it has an answer.
    if (isUp && !isOpen) tell('again', false)
    if (!isOpen || !navigator.onLine) wasAway = true
    isOpen = false
    if (!navigator.onLine) return
    // Spread, because a server that ends has ended everyone's.
    timer = setTimeout(open, wait * (1 + Math.random()))
    wait = Math.min(longestWait, wait * 2)
  }
  function stayAwake(): void {
    clearTimeout(timer)
    timer = setTimeout(lose, silence)
  }
  function open(): void {
    drop()
    const asked = thisMoment()
    stream = new EventSource(`${livePath}?behind=${wasAway ? '' : Math.ceil(behind()) + onItsWay}`)
    stream.onerror = lose
    stream.onopen = () => {
      wait = shortestWait
      isOpen = true
      wasAway = false
      stayAwake()
      if (msSince(asked) > onItsWay) askAgain()
    }
    stream.addEventListener('again', () => {
      stayAwake()
      askAgain()
    })
    stream.addEventListener('beat', () => {
      stayAwake()
      beat()
    })
    stream.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      stayAwake()
      const topic = liveTopics.find((known) => known === data)
      if (topic) tell(topic, true)
    })
    stayAwake()
  }

  window.addEventListener('online', open, { signal })
  window.addEventListener('offline', lose, { signal })
  signal.addEventListener('abort', drop)
  // The page's own requests come first.
  timer = setTimeout(open, firstAfter)
}
