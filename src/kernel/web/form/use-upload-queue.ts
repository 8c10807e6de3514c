import { useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { runUpload } from '#/kernel/web/uploads.ts'
import { randomKey } from '#/kernel/web/write.ts'
import { leftOutText } from './document.ts'

/** A file on its way. A retry keeps its key, so that it arrives only once. */
export type Queued = { readonly key: string; readonly file: File; readonly problem: string }

type Context = { key: string; onProgress: (share: number) => void }
type Options = {
  send(file: File, options: { context: Context }): Promise<unknown>
  /** Runs after each file, before it leaves the queue. */
  onSent(): unknown
  texts: Readonly<Record<string, string>>
  problemOf(file: File): string | false
}

/** Uploads files immediately, one after another in their order. One that fails stays for a retry; the others go on. */
export function useUploadQueue(options: Options) {
  const [queue, setQueue] = useState<readonly Queued[]>([])
  const [sending, setSending] = useState<string>()
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const before = useRef(Promise.resolve())
  const alter = (key: string, problem: string) =>
    setQueue((now) => now.map((one) => (one.key === key ? { ...one, problem } : one)))
  const remove = (key: string) => setQueue((now) => now.filter((one) => one.key !== key))

  async function send({ key, file }: Queued) {
    setSending(key)
    try {
      await runUpload([file], (onProgress) => latest.current.send(file, { context: { key, onProgress } }))
      await latest.current.onSent()
      remove(key)
    } catch (error) {
      alter(key, errorText(error, latest.current.texts))
    }
    setSending(undefined)
  }
  const sendInTurn = (one: Queued) => {
    before.current = before.current.then(() => send(one))
  }

  /** Adds what can be sent, as far as there is room, and shows what can't. Returns a sentence if some are left out. */
  function add(files: readonly File[], room: number): string {
    const leftOut = files.filter((file) => !options.problemOf(file)).slice(room)
    const added = files
      .filter((file) => !leftOut.includes(file))
      .map((file) => ({ key: randomKey(), file, problem: options.problemOf(file) || '' }))
    setQueue((now) => [...now, ...added])
    for (const one of added) if (!one.problem) sendInTurn(one)
    return leftOut.length > 0 ? leftOutText(room) : ''
  }
  function retry(one: Queued) {
    alter(one.key, '')
    sendInTurn(one)
  }
  const isSending = queue.some(({ problem }) => !problem)
  /** Includes those to be retried. */
  const awaited = queue.filter(({ file }) => !options.problemOf(file)).length
  return { queue, sending, isSending, awaited, add, retry, remove, problemOf: options.problemOf }
}
