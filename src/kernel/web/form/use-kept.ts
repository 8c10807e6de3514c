import { useCallback, useState, useSyncExternalStore } from 'react'
import { keep, readKept } from '#/kernel/web/kept.ts'

type Kept<Value> = {
  value: Value
  /** Set if a reload came between; `files`: some got lost, because the tab's storage can't hold them. */
  afterReload?: { files: boolean }
}
/** `files`: the input has some, or had some before a reload. */
type Stored = { value: unknown; files: boolean }

/** Unsent input by key: with its files in memory, which survives a visit to another page but no reload. */
const inMemory = new Map<string, Kept<unknown>>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Logging out removes items with such names. */
const nameOf = (key: string) => `pawfolk.kept-draft.${key}`

const isFile = (value: unknown) => value instanceof Blob

const hasFiles = (value: unknown): boolean =>
  isFile(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasFiles))

function withoutFiles(_: string, part: unknown): unknown {
  if (isFile(part)) return undefined
  return Array.isArray(part) ? part.filter((one) => !isFile(one)) : part
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns stored input, if it's of the form's kind: an update may have changed its fields. */
function restored<Value>(key: string, empty: Value): Kept<Value> | undefined {
  const { value, files = false } = readKept<Stored>(nameOf(key))
  if (value === undefined || typeof value !== typeof empty || isRecord(value) !== isRecord(empty)) return
  const whole = isRecord(value) ? { ...empty, ...value } : value
  return { value: whole as Value, afterReload: { files } }
}

/**
 * Keeps unsent input for when the person comes back, until the tab closes. `forget` empties it after sending. The key
 * includes the person, because another may use the same tab.
 */
export function useKept<Value>(key: string, empty: Value) {
  const [nothing] = useState<Kept<Value>>({ value: empty })
  const read = useCallback((): Kept<Value> => {
    const known = inMemory.get(key) ?? restored(key, nothing.value)
    if (known) inMemory.set(key, known)
    return (known as Kept<Value> | undefined) ?? nothing
  }, [key, nothing])
  const kept = useSyncExternalStore(subscribe, read, () => nothing)
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  /** Also takes a function of the latest input, for a page that doesn't know it yet while it hydrates. */
  const change = (next: Value | ((now: Value) => Value)) => {
    const now = read()
    const value = next instanceof Function ? next(now.value) : next
    const { afterReload } = now
    const given = hasFiles(value)
    const areLost = !given && afterReload?.files === true
    keep(nameOf(key), { value, files: given || areLost } satisfies Stored, withoutFiles)
    inMemory.set(key, { value, ...(afterReload && { afterReload: { files: areLost } }) })
    tell()
  }
  const forget = () => {
    keep(nameOf(key), null)
    inMemory.delete(key)
    tell()
  }
  return { ...kept, change, forget }
}
