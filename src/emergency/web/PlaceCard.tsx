import type { EmergencyPlace } from '#/emergency/contract.ts'
import { CallCard } from './CallCard.tsx'
import { Checked } from './Checked.tsx'
import css from './Emergency.module.css'
import { Facts } from './Facts.tsx'

type Props = { place: EmergencyPlace; first?: boolean; isKept?: boolean }

/** One entry of the directory. */
export function PlaceCard({ place, first = false, isKept = false }: Props) {
  const { name, phone, city, address, openingHours, isAroundTheClock, note, checkedOn, kind, from } = place
  const where = [address, city].filter(Boolean).join(', ')
  return (
    <CallCard name={name} phone={phone} first={first}>
      <Facts place={place} isKept={isKept} />
      {where && <p>{where}</p>}
      {!isAroundTheClock && openingHours && <p>{openingHours}</p>}
      {note && <p>{note}</p>}
      {kind === 'clinic' && <p className={css.soft}>Call before you go.</p>}
      {checkedOn ? (
        <Checked on={checkedOn} />
      ) : (
        from === 'vet' && <p className={css.soft}>A vet verified by us, working now by their own calendar.</p>
      )}
      <Directions place={place} />
    </CallCard>
  )
}

function Directions({ place: { name, address, city, lat, lon } }: { place: EmergencyPlace }) {
  if (lat === null && !address) return null
  const to = lat === null ? [name, address, city].filter(Boolean).join(', ') : `${lat},${lon}`
  return (
    <a
      href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`}
      target="_blank"
      rel="noopener"
      className={css.directions}
      aria-label={`Directions to ${name}`}
    >
      Directions
    </a>
  )
}
