import { useEffect } from 'react'

/** Links to private files work for five minutes; a little earlier they are asked for anew. */
const linksAreOldAfter = 4 * 60_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

type Asked = { dataUpdatedAt: number; isFetching: boolean; refetch: () => unknown }

/** Keeps the links on a page fresh while somebody is there, not by the clock: an unattended desk has to sign out. */
export function useFreshLinks({ dataUpdatedAt, isFetching, refetch }: Asked): void {
  useEffect(() => {
    const keepFresh = () => {
      if (!isFetching && Date.now() - dataUpdatedAt > linksAreOldAfter) void refetch()
    }
    for (const kind of signsOfLife) document.addEventListener(kind, keepFresh)
    return () => {
      for (const kind of signsOfLife) document.removeEventListener(kind, keepFresh)
    }
  }, [dataUpdatedAt, isFetching, refetch])
}
