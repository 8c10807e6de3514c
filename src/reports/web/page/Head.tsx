import { useSession } from '#/accounts/web/index.ts'
import { useOwnPosition } from '#/appointments/web/index.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { Report } from '#/reports/shapes.ts'
import { PlaceIcon, TimeIcon } from '#/reports/web/icons.tsx'
import { kilometresBetween } from '#/reports/web/kilometres.ts'
import { StatusBadge } from '#/reports/web/StatusBadge.tsx'
import {
  kindOf,
  mapUrl,
  nameOf,
  placeText,
  precisionOf,
  reportedText,
  seenText,
} from '#/reports/web/words.ts'
import css from './Head.module.css'
import { ReaderWarning } from './ReaderWarning.tsx'

export function Head({ report, now }: { report: Report; now: Date }) {
  const { position, area } = report
  const here = useOwnPosition(useSession().user?.id ?? null)
  const distanceKm = here && position ? Math.round(kilometresBetween(here, position)) : null
  return (
    <header className={css.head}>
      <StatusBadge status={report.status} state={report.state} />
      <h1 className={css.name}>{nameOf(report)}</h1>
      <p className={css.kind}>{kindOf(report)}</p>
      <ul className={css.facts}>
        <li>
          <TimeIcon />
          <span>
            {seenText(report, now)}
            <small>{momentText(report.seenAt)}</small>
          </span>
        </li>
        <li>
          <PlaceIcon />
          <span>
            {placeText({ area, distanceKm })}
            {position && (
              <a href={mapUrl(position)} target="_blank" rel="noopener noreferrer">
                Show on a map, to {precisionOf(report)}
              </a>
            )}
          </span>
        </li>
      </ul>
      {report.hasReward && report.state === 'active' && <p className={css.reward}>There’s a reward.</p>}
      {report.isRisky && !report.own && <ReaderWarning />}
      <p className={css.by}>
        {reportedText(report.createdAt, now)} by {report.own ? 'you' : report.reporter}
      </p>
    </header>
  )
}
