import { type ComponentPropsWithoutRef, type ElementType, useLayoutEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import css from './session.module.css'

/**
 * Runs in the head before the first paint. A prerendered page is for visitors; the hint cookie, set beside the
 * session's, tells CSS which controls to show until the session is known.
 */
export const signedInHint =
  "if(/(?:^|; )pawfolk_hint=1/.test(document.cookie))document.documentElement.setAttribute('data-signed-in','')"

/** Corrects the hint once the session is known. */
export function useSignedInMark() {
  const { state } = useSession()
  useLayoutEffect(() => {
    if (state !== 'loading') document.documentElement.toggleAttribute('data-signed-in', state === 'signed-in')
  }, [state])
}

type Props<Tag extends ElementType> = { as?: Tag } & ComponentPropsWithoutRef<Tag>

/** Shows its children to logged-in people. While the session loads, CSS follows the hint. */
export function SignedIn<Tag extends ElementType = 'span'>(props: Props<Tag>) {
  return <Only when="signed-in" {...props} />
}

export function SignedOut<Tag extends ElementType = 'span'>(props: Props<Tag>) {
  return <Only when="signed-out" {...props} />
}

function Only({
  when,
  as,
  className,
  ...rest
}: {
  when: 'signed-in' | 'signed-out'
  as?: ElementType
  className?: string
}) {
  const { state } = useSession()
  if (state !== 'loading' && state !== when) return null
  const Tag = as ?? 'span'
  const hint = state === 'loading' && (when === 'signed-in' ? css.hintedIn : css.hintedOut)
  return (
    <Tag {...rest} className={[!as && css.bare, hint, className].filter(Boolean).join(' ') || undefined} />
  )
}
