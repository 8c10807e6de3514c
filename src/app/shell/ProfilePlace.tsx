import { lazy, Suspense } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './ProfilePlace.module.css'

const ProfileMenu = lazy(async () => {
  const { ProfileMenu } = await import('./MemberTools.tsx')
  return { default: ProfileMenu }
})

/** Loads the menu for logged-in people only, with the bell. */
export function ProfilePlace() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <span className={css.place}>
      {signedIn && (
        <Suspense>
          <ProfileMenu />
        </Suspense>
      )}
    </span>
  )
}
