import { experienceText } from '#/appointments/web/index.ts'
import { formatDay } from '#/kernel/time.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { PinIcon } from '#/location/web/index.ts'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { BadgeIcon } from '#/sitting/web/icons.tsx'
import css from './SitterHeader.module.css'

export function SitterHeader({ sitter }: { sitter: SitterPage }) {
  const { name, location, experienceYears, isVerified, verifiedOn } = sitter
  return (
    <header className={css.header}>
      <Portrait person={sitter} size={96} />
      <div className={css.words}>
        <h1>{name}</h1>
        <p>{experienceText(experienceYears)}</p>
        {location && (
          <p className={css.line}>
            <PinIcon /> {location}
          </p>
        )}
        <ReviewsButton provider={sitter} />
        {isVerified && (
          <p className={css.badge}>
            <BadgeIcon />
            {verifiedOn ? `Verified by us on ${dateText(verifiedOn)}` : 'Verified by us'}
          </p>
        )}
      </div>
    </header>
  )
}

/** Returns '3 Nov 2026'. */
const dateText = (day: string) => formatDay(day).replace(/^\w+, /, '')
