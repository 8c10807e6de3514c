import { useState } from 'react'

/** Unsent input by key. In memory, so it survives a visit to another page, but not the tab. */
const kept = new Map<string, unknown>()

/**
 * Keeps unsent input for when the person comes back. `forget` empties it after sending. The key includes the person,
 * because another may use the same tab.
 */
export function useKept<Value>(key: string, empty: Value) {
  const [value, setValue] = useState(() => (kept.get(key) as Value | undefined) ?? empty)
  const change = (next: Value) => {
    kept.set(key, next)
    setValue(next)
  }
  const forget = () => {
    kept.delete(key)
    setValue(empty)
  }
  return { value, change, forget }
}
