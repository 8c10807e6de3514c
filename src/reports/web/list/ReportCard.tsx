import { Link } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { queryClient } from '#/kernel/web/query-client.ts'
import type { ReportCard as Card } from '#/reports/shapes.ts'
import { PlaceIcon, TimeIcon } from '#/reports/web/icons.tsx'
import { reportById } from '#/reports/web/reports.ts'
import { StatusBadge } from '#/reports/web/StatusBadge.tsx'
import { kindOf, nameOf, placeText, seenText } from '#/reports/web/words.ts'
import css from './ReportCard.module.css'

export function ReportCard({ report, now }: { report: Card; now: Date }) {
  const prefetch = () => void queryClient.prefetchQuery(reportById(report.id))
  const name = nameOf(report)
  return (
    <article className={css.card} tabIndex={-1}>
      <div className={css.picture}>
        {report.photoUrl ? (
          <img src={report.photoUrl} alt="" width={320} height={240} loading="lazy" decoding="async" />
        ) : (
          <Drawing name={report.species} width={120} />
        )}
        <span className={css.badge}>
          <StatusBadge status={report.status} state={report.state} />
        </span>
      </div>
      <div className={css.words}>
        <h2 className={css.name}>
          <Link to={`/pet-reports/${report.id}`} onPointerEnter={prefetch} onFocus={prefetch}>
            {name}
          </Link>
        </h2>
        {(report.petName || report.breed) && <p className={css.kind}>{kindOf(report)}</p>}
        <p className={css.fact}>
          <TimeIcon />
          <time dateTime={report.seenAt.toISOString()}>{seenText(report, now)}</time>
        </p>
        <p className={css.fact}>
          <PlaceIcon />
          {placeText(report)}
        </p>
      </div>
    </article>
  )
}
