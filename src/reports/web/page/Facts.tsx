import { sexText } from '#/pets/text.ts'
import type { Report } from '#/reports/shapes.ts'
import { sizeText, whereaboutsText } from '#/reports/text.ts'
import page from '#/reports/web/ReportPage.module.css'
import css from './Facts.module.css'

const chipText = (hasChip: boolean | null) => (hasChip === null ? null : hasChip ? 'Yes' : 'No')

/** Shows how to recognise the pet, and its story. */
export function Facts({ report }: { report: Report }) {
  const { sex, size, colours, marks, collar, hasChip, whereabouts, canKeep, story, status } = report
  const facts: [string, string | null][] = [
    ['Sex', sex && sexText[sex]],
    ['Size', size && sizeText[size]],
    ['Colours', colours],
    ['Marks', marks],
    ['Collar', collar],
    ['Microchip', chipText(hasChip)],
    ['Where it is now', whereabouts && whereaboutsText[whereabouts]],
    ['The finder can keep it for a few days', chipText(canKeep)],
  ]
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null)
  if (known.length === 0 && !story) return null
  return (
    <section className={page.card} aria-labelledby="facts">
      <h2 id="facts">{status === 'lost' ? 'How to recognise' : 'What we know'}</h2>
      {known.length > 0 && (
        <dl className={css.facts}>
          {known.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {story && <p className={css.story}>{story}</p>}
    </section>
  )
}
