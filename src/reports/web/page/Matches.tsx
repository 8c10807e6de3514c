import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { upperFirst } from '#/kernel/letters.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { useNow } from '#/kernel/web/use-now.ts'
import type { Report } from '#/reports/shapes.ts'
import page from '#/reports/web/ReportPage.module.css'
import { matchesFor } from '#/reports/web/reports.ts'
import { nameOf, placeText, seenText } from '#/reports/web/words.ts'
import css from './Matches.module.css'

/** Reports that may be of the same pet, with the reasons. Only the reporter sees them; nothing shows without any. */
export function Matches({ report }: { report: Report }) {
  const now = useNow()
  const { data } = useQuery(matchesFor(report.id))
  if (!data || data.rows.length === 0) return null
  return (
    <section className={page.card} aria-labelledby="matches">
      <h2 id="matches">Is it one of these?</h2>
      <p className={css.lead}>Only you see this. Compare your secret mark before you agree to anything.</p>
      <ul className={css.list}>
        {data.rows.map((match) => (
          <li key={match.id} className={css.match}>
            <div className={css.picture}>
              {match.photoUrl ? (
                <img src={match.photoUrl} alt="" width={320} height={240} loading="lazy" decoding="async" />
              ) : (
                <Drawing name={match.species} width={120} />
              )}
            </div>
            <div className={css.words}>
              <h3 className={css.name}>
                <Link to={`/pet-reports/${match.id}`}>{nameOf(match)}</Link>
              </h3>
              <p>{seenText(match, now)}</p>
              <p>{placeText(match)}</p>
              <p className={css.reasons}>{upperFirst(match.reasons.join(', '))}.</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
