import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { useCurrentRoute } from './current-route.ts'
import { useIsLeaving } from './logout.ts'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import { rememberWantedPage } from './wanted-page.ts'

/** Lets a page be seen by those the route table says. The server decides anew on every call. */
export function AccessGate({ children }: { children: ReactNode }) {
  const access = useCurrentRoute()?.access ?? 'anyone'
  const { state } = useSession()
  const leaving = useIsLeaving()
  if (access === 'anyone') return children
  if (access === 'admin') return <Navigate to="/admin-login" replace />
  if (state === 'signed-in') return children
  return state === 'loading' || leaving ? <PagePlaceholder /> : <ToLogin />
}

function ToLogin() {
  const { pathname, search } = useLocation()
  useEffect(() => rememberWantedPage(pathname + search), [pathname, search])
  return <Navigate to="/login" replace />
}
