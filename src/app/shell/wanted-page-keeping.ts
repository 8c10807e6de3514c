import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { arriveAtPage, claimWantedPage } from './wanted-page.ts'

/** Keeps the wanted page for one person, until they have seen it. Use it once, at the root. */
export function useWantedPageKeeping() {
  const userId = useSession().user?.id
  const { pathname } = useLocation()
  useEffect(() => {
    if (userId) claimWantedPage(userId)
  }, [userId])
  // As soon as the page shows: somebody may leave it before an effect would run.
  useLayoutEffect(() => {
    if (userId) arriveAtPage(pathname)
  }, [userId, pathname])
}
