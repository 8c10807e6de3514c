import { beatMs, type LiveTopic, livePath, liveTopics } from '#/kernel/live.ts'

/** `again`: changes may have been missed, so everything is to be asked for again. */
export type LiveNews = LiveTopic | 'again'

/** Between tabs: the holder of the stream says what it hears; a tab that has just opened asks whether there is one. */
type Said =
  | { is: 'news'; news: LiveNews; isUp: boolean }
  | { is: 'standing'; isUp: boolean }
  | { is: 'question' }

let isUp = false

/** A poll's interval: rare while changes are told, as usual without a stream. */
export const unlessLive =
  (usual: number, live = 120_000) =>
  (): number =>
    isUp ? Math.max(usual, live) : usual

const firstAfter = 2_000
const shortestWait = 1_000
const longestWait = 60_000
const silence = 3 * beatMs

/**
 * Follows what changes for the signed-in person. One tab of a browser holds the stream and passes the news on to the
 * others; when it closes, another takes over. Returns a function that stops it.
 */
export function followLive(react: (news: LiveNews) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pawfolk-live')
  let holds = false

  const say = (said: Said) => tabs?.postMessage(said)
  tabs?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.is === 'question') {
      if (holds) say({ is: 'standing', isUp })
      return
    }
    isUp = data.isUp
    if (data.is === 'news') react(data.news)
  })
  say({ is: 'question' })

  function tell(news: LiveNews, up: boolean): void {
    isUp = up
    react(news)
    say({ is: 'news', news, isUp })
  }
  const hold = () =>
    new Promise<void>((resolve) => {
      holds = true
      signal.addEventListener('abort', () => resolve())
      holdStream(tell, signal)
    })
  // Refused when it is stopped before its turn.
  if (tabs && navigator.locks)
    navigator.locks.request('pawfolk-live', { signal }, hold).catch(() => undefined)
  else void hold()

  return () => {
    ended.abort()
    tabs?.close()
    isUp = false
  }
}

/** Keeps one stream open until `signal`, and opens it again when it ends: soon at first, then at growing intervals. */
function holdStream(tell: (news: LiveNews, up: boolean) => void, signal: AbortSignal): void {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = shortestWait
  let isOpen = false

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
    stream = new EventSource(livePath)
    stream.onerror = lose
    stream.onopen = () => {
      wait = shortestWait
      isOpen = true
      stayAwake()
      tell('again', true)
    }
    stream.addEventListener('beat', stayAwake)
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
