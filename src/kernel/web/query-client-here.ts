import type { QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined
const watchers = new Set<() => void>()

/** The query client, if a page that needs it has been opened: the pages for visitors do without. */
export const queryClientHere = (): QueryClient | undefined => client

export function queryClientIsHere(loaded: QueryClient): void {
  client = loaded
}

/** Tells that an answer was refused because nobody is signed in any more. */
export function tellSignedOut(): void {
  for (const tell of watchers) tell()
}

/** Calls back when that happens; returns how to stop. */
export function onSignedOut(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
