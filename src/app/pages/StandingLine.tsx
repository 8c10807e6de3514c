import { Link } from 'react-router'
import type { SessionUser } from '#/accounts/contract.ts'
import { profilePaths } from '#/accounts/rules.ts'
import { isBuilt } from '#/app/route-table.ts'
import { isBySession, recordOfTrade } from '#/booking/trades.ts'
import { useCalendars } from '#/booking/web/index.ts'
import button from '#/kernel/web/button.module.css'
import { mayHandIn, type ProviderRecord, providerRecords, searchPages } from '#/verification/rules.ts'
import { openingText, recordText, statusText } from '#/verification/text.ts'
import { useStanding } from '#/verification/web/index.ts'
import css from './StandingLine.module.css'

/** Shows the progress of the current role's profile in one line, there from the start so that nothing jumps. */
export function StandingLine({ user: { role, setup } }: { user: SessionUser }) {
  const record = providerRecords.find((kind) => kind === role)
  // The card above covers a missing record.
  return record && setup !== 'record' ? <Line record={record} /> : null
}

function Line({ record }: { record: ProviderRecord }) {
  const { data: standing, isLoadingError, refetch } = useStanding(record)
  // The warning below it says why nobody can book.
  const { data: own } = useCalendars(true)
  const lacksHours = own?.calendars.some(
    ({ trade, hasHours }) => recordOfTrade[trade] === record && !hasHours && !isBySession(trade),
  )
  const profile = `Your ${recordText[record]} profile`
  if (isLoadingError)
    return (
      <div className={css.line} role="alert">
        <p>{profile} couldn’t be loaded.</p>
        <button type="button" className={button.plain} onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    )
  const waits = standing && mayHandIn(standing.status) && (standing.needsVerification || !standing.isListed)
  if (standing?.needsConfirmation && standing.missing.length === 0 && standing.status !== 'suspended')
    return (
      <div className={css.line}>
        <p>{profile} isn’t listed yet. Confirm your email or phone to be listed.</p>
        <Link to="/edit-profile?section=security" className={button.plain}>
          Confirm it
        </Link>
      </div>
    )
  return (
    <div className={css.line}>
      <p>
        {profile}
        {standing && `: ${statusText[standing.status]}`}
        {standing?.isListed &&
          (!isBuilt(searchPages[record])
            ? `. Owners will find you once ${openingText[record]} opens`
            : standing.status !== 'verified' &&
              own &&
              (lacksHours ? ', and owners can’t book you yet' : ', and owners can find you'))}
      </p>
      <Link
        to={waits ? `${profilePaths[record]}?tab=verification` : profilePaths[record]}
        className={button.plain}
      >
        {waits ? 'Finish it' : 'My profile'}
      </Link>
    </div>
  )
}
