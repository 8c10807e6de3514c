import { lazy, Suspense } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './Bell.module.css'

const NotificationsBell = lazy(async () => {
  const { NotificationsBell } = await import('#/notifications/web/index.ts')
  return { default: NotificationsBell }
})

/** The bell's place in the bar; the bell itself is fetched for the signed-in only. */
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
