import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './SeriesLinks.module.css'
import type { SeriesProps } from './series-props.ts'

const dialogs = onDemand(() => import('./SeriesDialogs.tsx'))

/** Ends or pauses the series of an accepted appointment. */
export function SeriesLinks(props: SeriesProps) {
  const { series, status, startsAt } = props.appointment
  const [asking, setAsking] = useState<'end' | 'pause' | null>(null)
  // Stays mounted once opened, so that typed dates stay and the focus finds its way back.
  const [wanted, setWanted] = useState(false)
  const Dialogs = useOnDemand(dialogs, wanted)
  if (!series || series.hasEnded || status !== 'confirmed' || startsAt <= props.now) return null
  const link = (what: 'end' | 'pause', label: string) => (
    <li>
      <button
        type="button"
        className={css.link}
        aria-label={`${label} with ${props.other}`}
        onPointerEnter={dialogs.prefetch}
        onFocus={dialogs.prefetch}
        onClick={() => {
          setWanted(true)
          setAsking(what)
        }}
      >
        {label}…
      </button>
    </li>
  )
  const { name, repeats } = series
  return (
    <>
      {link('end', repeats ? `End ${name}` : `Cancel all ${name}`)}
      {repeats && link('pause', `Pause ${name}`)}
      {Dialogs && <Dialogs {...props} series={series} asking={asking} onClose={() => setAsking(null)} />}
    </>
  )
}
