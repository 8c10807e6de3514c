import { lazy, Suspense } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './MemberPlace.module.css'

const Tools = lazy(async () => {
  const [{ MemberTools }, { withLibraries }] = await Promise.all([
    import('./MemberTools.tsx'),
    import('#/kernel/web/Libraries.tsx'),
  ])
  return { default: withLibraries(MemberTools) }
})

/** Loads cart and bell, and what keeps pages up to date, for logged-in people only. */
export function MemberPlace() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <span className={css.place}>
      {signedIn && (
        <Suspense>
          <Tools />
        </Suspense>
      )}
    </span>
  )
}
