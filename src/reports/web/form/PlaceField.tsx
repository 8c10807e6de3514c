import { Button, TextInput } from '@mantine/core'
import { AimIcon, PlaceChoices } from '#/location/web/index.ts'
import { reportLimits } from '#/reports/rules.ts'
import css from './PlaceField.module.css'
import { PlacePin } from './PlacePin.tsx'
import type { ChosenPlace } from './report-draft.ts'
import type { UsedPlace } from './use-place.ts'

type Props = {
  label: string
  place: string
  chosen: ChosenPlace | null
  problem: string | undefined
  used: UsedPlace
}

/** Chooses a report's area: typed and looked up, or the person's current place. */
export function PlaceField({ label, place, chosen, problem, used }: Props) {
  const { choices, failure, busy, isKnown } = used
  return (
    <div data-field="place" className={css.place}>
      <TextInput
        label={label}
        description="Area, city or PIN code, like Indiranagar or 560038. Everyone can read it."
        required
        autoComplete="off"
        enterKeyHint="search"
        maxLength={reportLimits.area}
        value={place}
        error={problem}
        onChange={(event) => used.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void used.find()
        }}
      />
      <PlaceChoices places={choices} onChoose={used.choose} onNone={used.asWritten} />
      <div className={css.line}>
        {chosen?.isOwn && chosen.position ? (
          <Button variant="default" onClick={used.forget}>
            Remove position
          </Button>
        ) : (
          <Button variant="default" aria-disabled={busy !== null} onClick={() => busy || void used.find()}>
            {busy === 'looking' ? 'Looking...' : 'Find place'}
          </Button>
        )}
        <Button
          variant="light"
          leftSection={<AimIcon />}
          aria-disabled={busy !== null}
          onClick={() => busy || used.takeOwn()}
        >
          {busy === 'asking' ? 'Finding you...' : 'I’m there now'}
        </Button>
        <p role="status" className={css.status}>
          {failure || (isKnown && saidOf(chosen))}
        </p>
      </div>
      <PlacePin position={chosen?.position ?? null} onMove={(to) => void used.takePosition(to)} />
    </div>
  )
}

function saidOf(chosen: ChosenPlace | null): string {
  if (!chosen?.position)
    return 'We don’t know where this is, so your report can’t be found by distance. Try the area or PIN code, or set a pin on the map.'
  if (chosen.near)
    return `We don’t know exactly where this is, so your report is placed at ${chosen.near}. You can correct that on the map.`
  if (chosen.reachKm && chosen.reachKm > 1)
    return `We know only the city, to within about ${chosen.reachKm} km. Name the area or PIN code, or set a pin on the map, so that we can alert people near the spot.`
  return chosen.isOwn
    ? 'We have the position. Others see it to within about 300 m, and read the words above: please name the street or area.'
    : 'We know where this is, to within about a kilometre, so people nearby will find your report.'
}
