import { Link } from 'react-router'
import type { EmergencyPlace } from '#/emergency/contract.ts'
import { CallCard } from './CallCard.tsx'
import css from './Emergency.module.css'
import { Facts } from './Facts.tsx'
import { Helplines } from './Helplines.tsx'
import { type Found, useDirectory } from './use-directory.ts'

/** The clinic to call first, then the numbers of the country. The clinic's place is kept free, so that no number moves. */
export function CallNow() {
  const found = useDirectory()
  const clinic = nearestOpen(found)
  return (
    <>
      <ul className={css.calls}>
        {clinic ? (
          <CallCard name={clinic.name} phone={clinic.phone} first>
            <Facts place={clinic} isKept={found.keptSince !== null} />
            <p className={css.soft}>
              Call before you go. <Link to="/emergency/vets">All clinics near you</Link>
            </p>
          </CallCard>
        ) : (
          <li className={css.slot}>
            <h3>Nearest clinic</h3>
            <p>{whyNone(found)}</p>
          </li>
        )}
      </ul>
      <Helplines isFirst={!clinic} />
    </>
  )
}

/** Prefers a clinic that is always open, because "open now" may be over when they get there. */
function nearestOpen({ places = [], keptSince }: Found): EmergencyPlace | undefined {
  const clinics = places.filter(({ kind }) => kind === 'clinic')
  return (
    clinics.find(({ isAroundTheClock }) => isAroundTheClock) ??
    clinics.find(({ isOpen }) => isOpen && keptSince === null)
  )
}

function whyNone({ place, places, failed }: Found): string {
  if (place === undefined) return 'Looking…'
  if (place === null) return 'Set your location above, and the nearest open clinic shows here.'
  if (places) return `We don’t know a clinic near ${place} that’s open now.`
  return failed ? 'We can’t be reached. The numbers below work without us.' : `Looking near ${place}…`
}
