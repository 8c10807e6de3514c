import type { EmergencyPlace } from '#/emergency/contract.ts'
import css from './Emergency.module.css'
import { PlaceCard } from './PlaceCard.tsx'

type Props = { places: readonly EmergencyPlace[]; isFirst?: boolean; isKept: boolean }

/** Entries of the directory. `isFirst`: the first one is what to call before anything else on the page. */
export default function PlaceCards({ places, isFirst = false, isKept }: Props) {
  return (
    <ul className={css.calls}>
      {places.map((place, index) => (
        <PlaceCard key={place.id} place={place} first={isFirst && index === 0} isKept={isKept} />
      ))}
    </ul>
  )
}
