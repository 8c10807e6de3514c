import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/app/shell/button.module.css'
import { useCalendars } from '#/booking/web/index.ts'
import css from './MissingHours.module.css'
import { providerPages } from './provider-pages.ts'

/** For a provider nobody can book, because no hours are set. */
export function MissingHours() {
  const { user } = useSession()
  // A record that is not verified yet is none to act with, but its hours can be set: the hat tells of it.
  const mayBeProvider =
    user !== undefined && (user.role !== 'pet_owner' || Object.keys(user.records).length > 1)
  const { data, isLoadingError, refetch } = useCalendars(mayBeProvider)
  if (isLoadingError)
    return (
      <div className={css.warning} role="alert">
        <p>Your hours could not be loaded.</p>
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
          <span>As a {provider} you have no hours yet, so nobody can book you.</span>
        </p>
        <Link to={`${path}?tab=availability`} className={button.quiet}>
          Set your hours
        </Link>
      </section>
    )
  })
}
