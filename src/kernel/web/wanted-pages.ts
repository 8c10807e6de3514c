import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

/** A page that somebody wanted before they logged in. `onward` completes "Continue to …". */
export type WantedPage = { path: string; title: string; onward: string | null }

type WantedPages = {
  remember(path: string): void
  /** Returns the navigation state that tells the login page why somebody comes. */
  stateFor(path: string): unknown
  /** Returns the page kept for this person. */
  keptFor(userId: string): WantedPage | null
}

export const WantedPages = createContext<WantedPages>({
  remember: () => undefined,
  stateFor: () => undefined,
  keptFor: () => null,
})

/** Returns the props of a link to the login that brings people back to the page they are on. */
export function useLoginLink() {
  const { remember, stateFor } = useContext(WantedPages)
  const { pathname, search } = useLocation()
  const path = pathname + search
  return { to: '/login', state: stateFor(pathname), onClick: () => remember(path) }
}
