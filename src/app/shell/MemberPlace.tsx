import { lazy, Suspense } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './MemberPlace.module.css'

const MemberTools = lazy(async () => {
  const { MemberTools } = await import('./MemberTools.tsx')
  return { default: MemberTools }
})

/** Loads cart and bell, and what keeps pages up to date, for logged-in people only. */
export function MemberPlace() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <span className={css.place}>
      {signedIn && (
        <Suspense>
          <MemberTools />
        </Suspense>
      )}
    </span>
  )
}
