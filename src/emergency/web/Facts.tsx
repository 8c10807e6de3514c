import type { EmergencyPlace } from '#/emergency/contract.ts'
import css from './Emergency.module.css'

/** `isKept`: the answer is old, so nobody knows who is open now. */
export function Facts({ place, isKept }: { place: EmergencyPlace; isKept: boolean }) {
  const { species, isAroundTheClock, isOpen, distance } = place
  return (
    <p className={css.facts}>
      {isAroundTheClock ? (
        <strong className={css.open}>Open 24x7</strong>
      ) : isKept || isOpen === null ? null : isOpen ? (
        <strong className={css.open}>Open now</strong>
      ) : (
        <strong className={css.closed}>Closed now</strong>
      )}
      {distance !== null && <span>{distanceText(distance)}</span>}
      {species.length > 0 && <span>{species.join(', ')}</span>}
    </p>
  )
}

const distanceText = (km: number) => (km < 1 ? 'Less than 1 km away' : `${km} km away`)
