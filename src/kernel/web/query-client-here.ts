import type { QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined
const watchers = new Set<() => void>()

/** Returns the query client if a page has needed it; pages for visitors don't. */
export const queryClientHere = (): QueryClient | undefined => client

export function queryClientIsHere(loaded: QueryClient): void {
  client = loaded
}

export function tellSignedOut(): void {
  for (const tell of watchers) tell()
}

export function onSignedOut(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
