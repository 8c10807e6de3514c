import { MINUTE } from '#/kernel/duration.ts'
import type { Message, ThreadPage } from '#/messaging/contract.ts'

/** A thread as far back as it was loaded, oldest first. */
export type Thread = Omit<ThreadPage, 'rows'> & {
  rows: Message[]
  /** The time at which the oldest picture links were made, by the browser's clock. */
  linkedAt: number
}

/** Links expire after five minutes, so renew them a little earlier. */
const linksAreOldAfter = 4 * MINUTE

export const hasOldLinks = ({ linkedAt }: Thread, now: number) => now - linkedAt > linksAreOldAfter

/**
 * Merges the newest page into the thread. Known messages keep their links, because a new address would download the
 * picture again. If more has arrived than fits a page, the thread starts over, so that it has no gap.
 */
export function withNewest(thread: Thread | undefined, page: ThreadPage, now: number): Thread {
  const rows = page.rows.toReversed()
  const last = thread?.rows.at(-1)?.position ?? 0
  if (!thread || hasOldLinks(thread, now) || (rows[0]?.position ?? 1) > last + 1)
    return { ...page, rows, linkedAt: now }
  const known = new Set(thread.rows.map(({ position }) => position))
  return {
    ...page,
    rows: [...thread.rows.map(eraseIfErased(rows)), ...rows.filter(({ position }) => !known.has(position))],
    nextCursor: thread.rows.length > 0 ? thread.nextCursor : page.nextCursor,
    linkedAt: thread.linkedAt,
  }
}

const eraseIfErased = (fresh: Message[]) => {
  const erased = new Map(fresh.filter(({ isErased }) => isErased).map((row) => [row.position, row]))
  return (row: Message): Message => erased.get(row.position) ?? row
}

export function withOlder(thread: Thread, page: ThreadPage): Thread {
  const first = thread.rows[0]?.position ?? Number.POSITIVE_INFINITY
  const older = page.rows.toReversed().filter(({ position }) => position < first)
  return { ...thread, rows: [...older, ...thread.rows], nextCursor: page.nextCursor }
}

/** Adds a sent message at once, unless another came in between. */
export function withSent(thread: Thread | undefined, sent: Message): Thread | undefined {
  const last = thread?.rows.at(-1)?.position ?? 0
  return thread && sent.position === last + 1 ? { ...thread, rows: [...thread.rows, sent] } : thread
}
