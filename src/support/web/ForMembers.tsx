import type { ReactNode } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './ForMembers.module.css'

type Props = { visitor: ReactNode; member: ReactNode }

/**
 * One thing for visitors, another for the signed-in. Until the session is known both are there, and CSS goes by the hint
 * that the page's head left: nothing jumps.
 */
export function ForMembers({ visitor, member }: Props) {
  const { state } = useSession()
  if (state === 'signed-in') return member
  if (state === 'signed-out') return visitor
  return (
    <>
      <div className={css.visitor}>{visitor}</div>
      <div className={css.member}>{member}</div>
    </>
  )
}
