import type { ReactNode } from 'react'
import { isStale } from '#/emergency/helplines.ts'
import { dateText } from '#/emergency/sources.ts'
import type { Day } from '#/kernel/time.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import css from './Emergency.module.css'

/** Says when a number was last checked, and warns when that is long ago. The prerendered page doesn't know the day. */
export function Checked({ on, children }: { on: Day; children?: ReactNode }) {
  const now = useNow()
  const stale = useHydrated() && isStale(on, now)
  return (
    <p className={stale ? css.stale : css.soft}>
      Last checked {dateText(on)}
      {children}
      {stale && '. It may have changed since.'}
    </p>
  )
}
