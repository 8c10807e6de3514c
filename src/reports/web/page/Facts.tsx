import { factsOf, without } from '#/kernel/record.ts'
import { publicFields } from '#/reports/fields.ts'
import type { Report } from '#/reports/shapes.ts'
import page from '#/reports/web/ReportPage.module.css'
import css from './Facts.module.css'

/** The rest stands in the page's head, or has a place of its own. */
const listed = without(publicFields, 'petName', 'breed', 'hasReward', 'story')
/** Facts that hold once the report is closed, too. */
const lasting = without(listed, 'whereabouts', 'canKeep')

/** Shows how to recognise the pet, and its story. */
export function Facts({ report }: { report: Report }) {
  const { status, state, story } = report
  const known = state === 'active' ? factsOf(listed, report) : factsOf(lasting, report)
  if (known.length === 0 && !story) return null
  return (
    <section className={page.card} aria-labelledby="facts">
      <h2 id="facts">{status === 'lost' ? 'How to recognise' : 'What we know'}</h2>
      {known.length > 0 && (
        <dl className={css.facts}>
          {known.map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {story && <p className={css.story}>{story}</p>}
    </section>
  )
}
