import { lazy, Suspense } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './Bell.module.css'

const NotificationsBell = lazy(async () => {
  const [{ NotificationsBell }, { withLibraries }, { Live }] = await Promise.all([
    import('#/notifications/web/index.ts'),
    import('#/kernel/web/Libraries.tsx'),
    import('./Live.tsx'),
  ])
  return {
    default: withLibraries(() => (
      <>
        <NotificationsBell />
        <Live />
      </>
    )),
  }
})

/** Loads the bell, and what keeps pages up to date, for logged-in people only. */
export function Bell() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <span className={css.place}>
      {signedIn && (
        <Suspense>
          <NotificationsBell />
        </Suspense>
      )}
    </span>
  )
}
