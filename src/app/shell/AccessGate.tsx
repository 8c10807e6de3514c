import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useSession, useSessionFailure } from '#/accounts/web/index.ts'
import type { Access, RouteRow } from '#/app/route-table.ts'
import button from '#/kernel/web/button.module.css'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import { useCurrentRoute } from './current-route.ts'
import { loginState } from './login-state.ts'
import { arrived, useIsLeaving } from './logout.ts'
import { Message } from './Message.tsx'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import { rememberWantedPage } from './wanted-page.ts'

/** Shows a page to those the route table allows. The server checks again on every call. */
export function AccessGate({ children }: { children: ReactNode }) {
  const { record, ...route } = useCurrentRoute() ?? {}
  const access = useAccess(route)
  const { state, user } = useSession()
  const { failed, retry } = useSessionFailure()
  const leaving = useIsLeaving()
  useEffect(() => {
    if (access === 'anyone' && state === 'signed-out') arrived()
  }, [access, state])
  // An admin isn't a user: the admin page knows its own session, and sends everyone else to /admin-login.
  if (access === 'anyone' || access === 'admin') return children
  if (user) return record && !user.records[record.kind] ? <RecordMissing role={record.role} /> : children
  if (failed) return <SessionUnknown retry={retry} />
  return state === 'loading' || leaving ? <PagePlaceholder /> : <ToLogin />
}

/** Requires a login for personal parts of an open page, as for a page of their own. */
function useAccess({ access = 'anyone', ownWith }: Partial<Pick<RouteRow, 'access' | 'ownWith'>>): Access {
  const { search } = useLocation()
  const hydrated = useHydrated()
  return hydrated && ownWith && new URLSearchParams(search).has(ownWith) ? 'signed-in' : access
}

function ToLogin() {
  const { pathname, search } = useLocation()
  useEffect(() => rememberWantedPage(pathname + search), [pathname, search])
  return <Navigate to="/login" replace state={loginState(pathname)} />
}

function SessionUnknown({ retry }: { retry: () => void }) {
  return (
    <Message
      drawing="something-went-wrong"
      title="Something went wrong. Please try again."
      action={
        <button type="button" className={button.primary} onClick={retry}>
          Retry
        </button>
      }
    />
  )
}

function RecordMissing({ role }: { role: string }) {
  return (
    <Message
      drawing="no-results"
      title={`This page is for ${role} accounts.`}
      action={
        <Link to="/dashboard" className={button.primary}>
          Go to your home
        </Link>
      }
    />
  )
}
