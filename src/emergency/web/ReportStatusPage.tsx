import { useLocation } from 'react-router'
import { tokenIn } from '#/emergency/injured.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import css from './Emergency.module.css'
import { Follow } from './report/Follow.tsx'
import { Rescue } from './report/Rescue.tsx'

/** Shows a report to those who have a link to it, without an account. */
export default function ReportStatusPage() {
  const { hash } = useLocation()
  // The prerendered page doesn't know what is behind the #.
  if (!useHydrated())
    return (
      <div className={css.page}>
        <h1>Injured animal</h1>
        <p className={css.said}>Loading…</p>
      </div>
    )
  // An incomplete link gets the answer of an unknown one.
  const { side, token } = tokenIn(hash) ?? { side: 'reporter', token: '' }
  return side === 'rescuer' ? <Rescue key={token} token={token} /> : <Follow key={token} token={token} />
}
