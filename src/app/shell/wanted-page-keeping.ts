import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { arriveAtPage, claimWantedPage } from './wanted-page.ts'

/** To be used once, at the root: the wanted page is one person's, and only until they have seen it. */
export function useWantedPageKeeping() {
  const userId = useSession().user?.id
  const { pathname } = useLocation()
  useEffect(() => {
    if (userId) claimWantedPage(userId)
  }, [userId])
  useEffect(() => {
    if (userId) arriveAtPage(pathname)
  }, [userId, pathname])
}
