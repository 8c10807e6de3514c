import { useEffect, useRef } from 'react'
import type { Place } from '#/location/contract.ts'
import { dialogText } from '#/location/text.ts'
import css from './PlaceChoices.module.css'

type Props = { places: Place[]; onChoose: (place: Place) => void; onNone: () => void }

export function PlaceChoices({ places, onChoose, onNone }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  const shown = places.length > 0
  useEffect(() => {
    if (shown) first.current?.focus()
  }, [shown])
  if (!shown) return null
  return (
    <fieldset className={css.choices}>
      <legend>{dialogText.several}</legend>
      {places.map((place, index) => (
        <button
          key={`${place.lat} ${place.lon} ${place.display}`}
          ref={index === 0 ? first : undefined}
          type="button"
          className={css.choice}
          onClick={() => onChoose(place)}
        >
          {place.display}
        </button>
      ))}
      <button type="button" className={css.none} onClick={onNone}>
        None of these: save it as I wrote it
      </button>
    </fieldset>
  )
}
