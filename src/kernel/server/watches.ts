import { LRUCache } from 'lru-cache'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from './db.ts'

/** A person's open pages follow up to this many subjects at once, until this long after the last load. */
const mostSubjects = 8
const longestMs = 30 * MINUTE
const mostPeople = 20_000

type Watches = { subjectsOf: LRUCache<string, readonly string[]>; peopleOf: Map<string, Set<string>> }

const all = new WeakMap<Db, Watches>()

function leave(peopleOf: Watches['peopleOf'], subject: string, userId: string): void {
  const people = peopleOf.get(subject)
  people?.delete(userId)
  if (people?.size === 0) peopleOf.delete(subject)
}

function watchesIn(db: Db): Watches {
  const known = all.get(db)
  if (known) return known
  const peopleOf = new Map<string, Set<string>>()
  const subjectsOf = new LRUCache<string, readonly string[]>({
    max: mostPeople,
    ttl: longestMs,
    noDisposeOnSet: true,
    dispose: (subjects, userId) => {
      for (const subject of subjects) leave(peopleOf, subject, userId)
    },
  })
  const made = { subjectsOf, peopleOf }
  all.set(db, made)
  return made
}

/**
 * Notes in this process's memory that a person looks at something that others may change, such as a provider's free times.
 * `hintWatchers` then tells their pages. Call it before reading, so that no change falls in between.
 */
export function watch(db: Db, subject: string, userId: string): void {
  const { subjectsOf, peopleOf } = watchesIn(db)
  const others = (subjectsOf.get(userId) ?? []).filter((one) => one !== subject)
  const dropped = others.splice(mostSubjects - 1)
  subjectsOf.set(userId, [subject, ...others])
  for (const one of dropped) leave(peopleOf, one, userId)
  const people = peopleOf.get(subject)
  if (people) people.add(userId)
  else peopleOf.set(subject, new Set([userId]))
}

/** Returns who looked at this lately, as far as this process answered them. */
export function watchersOf(db: Db, subject: string): string[] {
  const { subjectsOf, peopleOf } = watchesIn(db)
  return [...(peopleOf.get(subject) ?? [])].filter((userId) => subjectsOf.has(userId))
}
