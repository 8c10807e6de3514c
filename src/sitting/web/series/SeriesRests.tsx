import { useState } from 'react'
import { dayOf } from '#/kernel/time.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { leftTexts, rangeText } from '#/sitting/words.ts'
import css from './SeriesRests.module.css'
import type { SeriesProps } from './series-props.ts'

const dialog = onDemand(() => import('./ResumeDialog.tsx'))

/** The pauses and left-out days of a repeat that are still to come. Its maker may end a pause early. */
export function SeriesRests({ side, appointment, other, now }: SeriesProps) {
  const { series, timeZone } = appointment
  const [asking, setAsking] = useState<string | null>(null)
  const [wanted, setWanted] = useState(false)
  const Dialog = useOnDemand(dialog, wanted)
  if (!series?.repeats || series.hasEnded) return null
  const today = dayOf(now, timeZone)
  const pauses = series.pauses.filter(({ endDate }) => endDate >= today)
  const left = leftTexts(
    series.gaps.filter(({ day }) => day >= today),
    side === 'owner' ? other : null,
  )
  if (pauses.length + left.length === 0 && !Dialog) return null
  return (
    <>
      <ul className={css.rests} aria-label={`Days without ${series.name}`}>
        {pauses.map(({ id, startDate, endDate, by }) => (
          <li key={id}>
            <span>
              {by === side ? 'You' : other} paused {series.name} {rangeText(startDate, endDate)}.
            </span>
            {by === side && (
              <button
                type="button"
                className={css.resume}
                aria-label={`Resume ${series.name} with ${other}`}
                onPointerEnter={dialog.prefetch}
                onFocus={dialog.prefetch}
                onClick={() => {
                  setWanted(true)
                  setAsking(id)
                }}
              >
                Resume…
              </button>
            )}
          </li>
        ))}
        {left.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {Dialog && (
        <Dialog
          side={side}
          series={series}
          isPaidHere={appointment.isPaidHere}
          other={other}
          pause={pauses.find(({ id }) => id === asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
