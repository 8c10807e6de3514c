import { useState } from 'react'
import css from '#/emergency/web/Emergency.module.css'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import type { Position } from '#/location/rules.ts'
import { AimIcon, askExactPosition } from '#/location/web/index.ts'
import own from './Report.module.css'

type Props = { position: Position | null; onChange: (position: Position | null) => void }

/** Adds the phone's position to the report. */
export function PositionPart({ position, onChange }: Props) {
  const isHere = useHydrated()
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  function ask() {
    setBusy(true)
    setSaid('Finding your position…')
    askExactPosition(
      (found) => {
        setBusy(false)
        setSaid('')
        onChange({ lat: Number(found.lat.toFixed(5)), lon: Number(found.lon.toFixed(5)) })
      },
      () => {
        setBusy(false)
        setSaid('We couldn’t find your position. Please write the place and the city.')
      },
    )
  }
  return (
    <div>
      <p className={own.label}>Where is it?</p>
      {position ? (
        <p className={own.attached}>
          Your position is in the report ({position.lat}, {position.lon}).{' '}
          <button type="button" className={own.plain} onClick={() => onChange(null)}>
            Remove
          </button>
        </p>
      ) : (
        <button type="button" className={css.quiet} aria-disabled={busy || !isHere} onClick={ask}>
          <AimIcon />
          Use my position
        </button>
      )}
      <p role="status" className={css.said}>
        {said}
      </p>
    </div>
  )
}
