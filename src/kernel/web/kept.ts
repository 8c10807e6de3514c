/** Returns an object that was kept under this name until the tab closes, or an empty one. */
export function readKept<Kept extends object>(name: string): Partial<Kept> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    // Without storage, or with somebody else's data in it, the form starts empty.
    return {}
  }
}

type Replacer = (key: string, value: unknown) => unknown

/** Keeps an object under this name until the tab closes; null removes it. */
export function keep(name: string, kept: object | null, replacer?: Replacer): void {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept, replacer))
    else sessionStorage.removeItem(name)
  } catch {
    // Without storage the form still works.
  }
}
