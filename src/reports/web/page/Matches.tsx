import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PetPicture } from '#/pets/web/index.ts'
import type { Report } from '#/reports/shapes.ts'
import page from '#/reports/web/ReportPage.module.css'
import { reports } from '#/reports/web/reports.ts'
import { nameOf, placeText } from '#/reports/web/words.ts'
import css from './Matches.module.css'

/** Reports that may be of the same pet, with the reasons. Only the reporter sees them; nothing shows without any. */
export function Matches({ report }: { report: Report }) {
  const { data } = useQuery(reports.query.matches.queryOptions({ input: { id: report.id } }))
  if (!data || data.rows.length === 0) return null
  return (
    <section className={page.card} aria-labelledby="matches">
      <h2 id="matches">Could it be this one?</h2>
      <p className={css.lead}>Only you see this. Compare your secret mark before you agree to anything.</p>
      <ul className={css.list}>
        {data.rows.map((match) => (
          <li key={match.id}>
            <PetPicture
              pet={{ name: nameOf(match), species: match.species, photoUrl: match.photoUrl }}
              size={72}
              decorative
            />
            <div>
              <Link to={`/pet-reports/${match.id}`}>
                {nameOf(match)}, {match.score} of 100 points
              </Link>
              <p>{placeText(match)}</p>
              <p className={css.reasons}>{match.reasons.join(' · ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
