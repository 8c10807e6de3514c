import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { nameFirst } from '#/kernel/web/ask-first.ts'
import { runUpload } from '#/kernel/web/uploads.ts'
import { randomKey } from '#/kernel/web/write.ts'
import { messaging, unreadOptions } from './messaging.ts'
import { type Thread, withSent } from './thread-cache.ts'
import { threadKey } from './use-thread.ts'

/** Includes the user, because a browser may be shared. */
export type Place = { userId: string; bookingId: string }

/** A message not confirmed yet. A retry keeps its key, so it arrives only once. */
export type Outgoing = {
  key: string
  text: string
  pictures: File[]
  at: Date
  /** The share of the pictures uploaded, from 0 to 1. */
  progress: number
  error: unknown
}

const none: readonly Outgoing[] = []
const boxes = new Map<string, readonly Outgoing[]>()
const underWay = new Map<string, Promise<void>>()
const watchers = new Set<() => void>()
const nameOf = ({ userId, bookingId }: Place) => `${userId} ${bookingId}`

function change(place: Place, next: (box: readonly Outgoing[]) => readonly Outgoing[]): void {
  boxes.set(nameOf(place), next(boxes.get(nameOf(place)) ?? none))
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** Returns unsent messages, which live as long as the page, even with the thread closed. */
export function useOutbox(place: Place): readonly Outgoing[] {
  return useSyncExternalStore(
    watch,
    () => boxes.get(nameOf(place)) ?? none,
    () => none,
  )
}

export function post(client: QueryClient, place: Place, written: { text: string; pictures: File[] }): void {
  const outgoing = { ...written, key: randomKey(), at: new Date(), progress: 0, error: null }
  change(place, (box) => [...box, outgoing])
  sendInTurn(client, place, outgoing)
}

export function postAgain(client: QueryClient, place: Place, failed: Outgoing): void {
  const outgoing = { ...failed, progress: 0, error: null }
  change(place, (box) => box.map((other) => (other.key === failed.key ? outgoing : other)))
  sendInTurn(client, place, outgoing)
}

export const takeBack = (place: Place, { key }: Outgoing) =>
  change(place, (box) => box.filter((other) => other.key !== key))

/** Sends one after another, so that messages arrive in order. */
function sendInTurn(client: QueryClient, place: Place, outgoing: Outgoing): void {
  const before = underWay.get(nameOf(place)) ?? Promise.resolve()
  const sent = before.then(() => send(client, place, outgoing))
  underWay.set(nameOf(place), sent)
}

async function send(client: QueryClient, place: Place, outgoing: Outgoing): Promise<void> {
  const { key, text, pictures } = outgoing
  const { bookingId } = place
  const alter = (part: Partial<Outgoing>) =>
    change(place, (box) => box.map((other) => (other.key === key ? { ...other, ...part } : other)))
  try {
    const input = { bookingId, text, pictures }
    const call = () =>
      pictures.length === 0
        ? messaging.call.send(input, { context: { key } })
        : runUpload(pictures, (report) => {
            const onProgress = (progress: number) => {
              report(progress)
              alter({ progress })
            }
            return messaging.call.send(input, { context: { key, onProgress } })
          })
    const sent = await nameFirst.run(call)
    client.setQueryData<Thread>(threadKey(bookingId), (thread) => withSent(thread, sent))
    takeBack(place, outgoing)
    void client.invalidateQueries({ queryKey: threadKey(bookingId) })
    void client.invalidateQueries({ queryKey: unreadOptions.queryKey })
  } catch (error) {
    alter({ error })
    // The booking may have changed.
    void client.invalidateQueries({ queryKey: threadKey(bookingId) })
  }
}
