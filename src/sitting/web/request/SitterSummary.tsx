import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { BadgeIcon } from '#/sitting/web/icons.tsx'
import css from './SitterSummary.module.css'

/** Shows the requested sitter at a glance. */
export function SitterSummary({ sitter }: { sitter: SitterPage }) {
  const { id, name, location, isVerified, hourlyRate, nightlyRate, services } = sitter
  return (
    <section className={css.summary} aria-label="Your sitter">
      <Portrait person={sitter} size={64} />
      <div className={css.words}>
        <h2>
          <Link to={`/sitter-profile/${id}`}>{name}</Link>
        </h2>
        {location && <p>{location}</p>}
        <p>
          <strong>{formatMoney(hourlyRate)}</strong> per hour
          {nightlyRate && services.includes('hostel-checkin') && (
            <>
              {' · '}
              <strong>{formatMoney(nightlyRate)}</strong> per night
            </>
          )}
        </p>
        <div className={css.line}>
          <ReviewsButton provider={sitter} />
          {isVerified && (
            <span className={css.badge}>
              <BadgeIcon /> Verified
            </span>
          )}
        </div>
      </div>
    </section>
  )
}
