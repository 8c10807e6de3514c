import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { randomKey } from '#/kernel/web/write.ts'
import { messaging, unreadOptions } from './messaging.ts'
import { type Thread, withSent } from './thread-cache.ts'
import { threadKey } from './use-thread.ts'

/** Whose, and about which booking: a browser may be shared. */
export type Place = { userId: string; bookingId: string }

/** What was written and is not known to have arrived. It keeps its key: sent again, it still arrives once. */
export type Outgoing = {
  key: string
  text: string
  pictures: File[]
  at: Date
  /** How much of its pictures is out, from 0 to 1. */
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

/** What is on its way, or did not arrive. It is kept as long as the page, whether the thread is open or not. */
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

/** One after another, so that they arrive as they were written. */
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
  const onProgress = (progress: number) => alter({ progress })
  try {
    const context = pictures.length > 0 ? { key, onProgress } : { key }
    const sent = await messaging.call.send({ bookingId, text, pictures }, { context })
    client.setQueryData<Thread>(threadKey(bookingId), (thread) => withSent(thread, sent))
    takeBack(place, outgoing)
    void client.invalidateQueries({ queryKey: threadKey(bookingId) })
    void client.invalidateQueries({ queryKey: unreadOptions.queryKey })
  } catch (error) {
    alter({ error })
    // It may have been refused because the booking has changed.
    void client.invalidateQueries({ queryKey: threadKey(bookingId) })
  }
}
