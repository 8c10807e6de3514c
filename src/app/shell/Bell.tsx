import { lazy, Suspense } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './Bell.module.css'

const NotificationsBell = lazy(async () => {
  const [{ NotificationsBell }, { withLibraries }] = await Promise.all([
    import('#/notifications/web/index.ts'),
    import('#/kernel/web/Libraries.tsx'),
  ])
  return { default: withLibraries(NotificationsBell) }
})

/** Loads the bell for logged-in people only. */
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
