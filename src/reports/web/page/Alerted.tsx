import { momentText } from '#/kernel/web/own-clock.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { isAlerting, nearKm } from '#/reports/alerts.ts'
import type { Report } from '#/reports/shapes.ts'
import css from './Actions.module.css'

/** Tells the reporter of a lost pet how many neighbours were alerted. */
export function Alerted({ report }: { report: Report }) {
  const now = useNow()
  const { own, status, state, position } = report
  if (status !== 'lost' || state !== 'active' || !position) return null
  const sentence = own?.alerted
    ? sentenceOf(own.alerted)
    : isAlerting(report, now)
      ? 'We’re alerting people nearby.'
      : null
  return (
    sentence && (
      <p className={css.note} role="status">
        {sentence}
      </p>
    )
  )
}

function sentenceOf({ people, at }: { people: number | null; at: Date }): string {
  if (people === 0)
    return `We found nobody to alert within ${nearKm} km yet. Your report is in the list, where everyone can see it.`
  return `We alerted ${people === null ? 'a few' : people} people within ${nearKm} km on ${momentText(at)}.`
}
