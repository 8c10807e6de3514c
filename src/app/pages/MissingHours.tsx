import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { sessionTimes } from '#/booking/sessions.ts'
import { isBySession } from '#/booking/trades.ts'
import { useCalendars } from '#/booking/web/index.ts'
import button from '#/kernel/web/button.module.css'
import css from './MissingHours.module.css'
import { providerPages } from './provider-pages.ts'

/** Asks providers without hours to set them. */
export function MissingHours() {
  const { user } = useSession()
  // Hours can be set before the record is verified, so this depends on the role.
  const mayBeProvider =
    user !== undefined && (user.role !== 'pet_owner' || Object.keys(user.records).length > 1)
  const { data, isLoadingError, refetch } = useCalendars(mayBeProvider)
  if (isLoadingError)
    return (
      <div className={css.warning} role="alert">
        <p>We couldn’t load your hours.</p>
        <button type="button" className={button.quiet} onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    )
  const missing = data?.calendars.filter(({ hasHours }) => !hasHours) ?? []
  return missing.map(({ trade }) => {
    const { path, provider } = providerPages[trade]
    return (
      <section key={trade} className={css.warning} aria-label="Set your availability">
        <p>
          <strong>Set your availability</strong>
          <span>
            As a {provider}, you haven’t set your hours yet, so{' '}
            {isBySession(trade)
              ? `you offer any time from ${sessionTimes[0]} to ${sessionTimes.at(-1)}.`
              : 'nobody can book you.'}
          </span>
        </p>
        <Link to={`${path}?tab=availability`} className={button.quiet}>
          Set your hours
        </Link>
      </section>
    )
  })
}
