import { useState } from 'react'

/** What was typed or chosen and not sent, by what it is for. In memory: it outlives a look at another page, not the tab. */
const kept = new Map<string, unknown>()

/**
 * State that is still there when whoever fills it in comes back from elsewhere. `forget` empties it, once it was sent.
 * The key names the person too, where another may sit down at the same tab.
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
