import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

/** A person's open pages follow up to this many subjects at once, until this long after the last load. */
const mostSubjects = 8
const longestMs = 30 * 60_000
const mostPeople = 20_000

type Watches = { subjectsOf: LRUCache<string, readonly string[]>; peopleOf: Map<string, Set<string>> }

const all = new WeakMap<Db, Watches>()

function watchesIn(db: Db): Watches {
  const known = all.get(db)
  if (known) return known
  const peopleOf = new Map<string, Set<string>>()
  const subjectsOf = new LRUCache<string, readonly string[]>({
    max: mostPeople,
    ttl: longestMs,
    dispose: (subjects, userId) => {
      for (const subject of subjects) {
        const people = peopleOf.get(subject)
        people?.delete(userId)
        if (people?.size === 0) peopleOf.delete(subject)
      }
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
  const before = subjectsOf.get(userId) ?? []
  const subjects = [subject, ...before.filter((one) => one !== subject)].slice(0, mostSubjects)
  subjectsOf.set(userId, subjects)
  for (const one of subjects) peopleOf.set(one, (peopleOf.get(one) ?? new Set()).add(userId))
}

/** Returns who looked at this lately, as far as this process answered them. */
export function watchersOf(db: Db, subject: string): string[] {
  const { subjectsOf, peopleOf } = watchesIn(db)
  return [...(peopleOf.get(subject) ?? [])].filter((userId) => subjectsOf.has(userId))
}
