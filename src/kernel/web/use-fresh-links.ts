import { useEffect } from 'react'
import { MINUTE } from '#/kernel/duration.ts'

/** Links to private files work for five minutes, so they are renewed a little earlier. */
const linksAreOldAfter = 4 * MINUTE
const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const

type Asked = { dataUpdatedAt: number; isFetching: boolean; refetch: () => unknown }

/** Keeps a page's links fresh while somebody is there, but not by the clock, because an unattended session must end. */
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
