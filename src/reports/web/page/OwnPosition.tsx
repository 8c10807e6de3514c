import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Position } from '#/location/rules.ts'
import { locationErrors } from '#/location/text.ts'
import { AimIcon, askExactPosition } from '#/location/web/index.ts'
import css from './SightingDialog.module.css'

type Props = { position: Position | null; onChange(position: Position | null): void }

const fiveDecimals = (degrees: number) => Number(degrees.toFixed(5))

/** Adds the phone's position to a sighting. */
export function OwnPosition({ position, onChange }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  function ask() {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    askExactPosition(
      ({ lat, lon }) => {
        setBusy(false)
        onChange({ lat: fiveDecimals(lat), lon: fiveDecimals(lon) })
      },
      (reason) => {
        setBusy(false)
        setFailure(`${locationErrors[reason]}. The words above are enough.`)
      },
    )
  }
  return (
    <div className={css.position}>
      {position ? (
        <Button variant="default" onClick={() => onChange(null)}>
          Remove position
        </Button>
      ) : (
        <Button variant="light" leftSection={<AimIcon />} aria-disabled={isBusy} onClick={ask}>
          {isBusy ? 'Finding you...' : 'I’m there now'}
        </Button>
      )}
      <p role="status">
        {failure ||
          (position
            ? 'We have the position. The reporter sees it exactly, others to within about 300 m.'
            : '')}
      </p>
    </div>
  )
}
