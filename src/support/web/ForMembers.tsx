import type { ReactNode } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './ForMembers.module.css'

type Props = { visitor: ReactNode; member: ReactNode }

/**
 * Shows one thing to visitors, another to logged-in people. Both are in the page until the session is known, and CSS
 * goes by the hint in the page's head, so that nothing jumps.
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
