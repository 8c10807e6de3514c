import type { Message, ThreadPage } from '../contract.ts'

/** A thread as far back as it was looked at, the oldest first. */
export type Thread = Omit<ThreadPage, 'rows'> & {
  rows: Message[]
  /** When the oldest of its links to pictures was made, by the clock of the browser. */
  linkedAt: number
}

/** Links work for five minutes; a little earlier all of them are asked for anew. */
const linksAreOldAfter = 4 * 60_000

export const hasOldLinks = ({ linkedAt }: Thread, now: number) => now - linkedAt > linksAreOldAfter

/**
 * The newest page, put to what is there. Known messages keep their links: a picture under another address would be
 * fetched again with every look. Where more has come than fits a page, it begins anew, for there would be a gap.
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

/** Whoever wrote it may have left meanwhile. */
const eraseIfErased = (fresh: Message[]) => {
  const erased = new Map(fresh.filter(({ isErased }) => isErased).map((row) => [row.position, row]))
  return (row: Message): Message => erased.get(row.position) ?? row
}

export function withOlder(thread: Thread, page: ThreadPage): Thread {
  const first = thread.rows[0]?.position ?? Number.POSITIVE_INFINITY
  const older = page.rows.toReversed().filter(({ position }) => position < first)
  return { ...thread, rows: [...older, ...thread.rows], nextCursor: page.nextCursor }
}

/** What was just sent, before it is asked for: not where something else came in between. */
export function withSent(thread: Thread | undefined, sent: Message): Thread | undefined {
  const last = thread?.rows.at(-1)?.position ?? 0
  return thread && sent.position === last + 1 ? { ...thread, rows: [...thread.rows, sent] } : thread
}
