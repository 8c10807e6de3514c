import { Link } from 'react-router'
import type { SessionUser } from '#/accounts/contract.ts'
import { dayOf, formatDay } from '#/kernel/time.ts'
import button from '#/kernel/web/button.module.css'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { erasureDay } from '#/privacy/rules.ts'
import css from './DashboardPage.module.css'

/** Reminds people who asked for the deletion of their account, in case it wasn't them, or they regret it. */
export function LeavingCard({ user: { leavingSince } }: { user: SessionUser }) {
  if (leavingSince === null) return null
  return (
    <section aria-labelledby="leaving" className={css.continue}>
      <div>
        <h2 id="leaving" className={css.setup}>
          Your account will be deleted
        </h2>
        <p>
          We’ll erase it on {formatDay(dayOf(erasureDay(new Date(leavingSince)), ownZone()))}. Nobody can find
          or book you until then.
        </p>
      </div>
      <div className={css.ways}>
        <Link to="/edit-profile?section=data" className={button.primary}>
          Keep my account
        </Link>
      </div>
    </section>
  )
}
