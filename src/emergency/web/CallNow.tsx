import { Link } from 'react-router'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import { CallCard } from './CallCard.tsx'
import { clinicToCall } from './clinic-to-call.ts'
import css from './Emergency.module.css'
import { Facts } from './Facts.tsx'
import { Helplines } from './Helplines.tsx'
import { placeCards } from './place-cards.ts'
import { type Found, useDirectory } from './use-directory.ts'

const mostHelplines = 2

/** The clinic to call first, then the numbers of the country and of the place. The clinic's place is kept free, so that no number moves. */
export function CallNow() {
  const found = useDirectory()
  const clinic = clinicToCall(found)
  // Below the country's numbers, which must not move when these arrive.
  const helplines = found.places?.filter(({ kind }) => kind === 'helpline').slice(0, mostHelplines) ?? []
  const PlaceCards = useOnDemand(placeCards, helplines.length > 0)
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
            <p>
              {whyNone(found)}
              {isUnknown(found) && (
                <>
                  {' '}
                  <Link to="/contact">Know one? Tell us.</Link>
                </>
              )}
            </p>
          </li>
        )}
      </ul>
      <Helplines isFirst={!clinic} />
      {PlaceCards && <PlaceCards places={helplines} isKept={found.keptSince !== null} />}
    </>
  )
}

const isUnknown = ({ place, places }: Found) => Boolean(place && places)

function whyNone({ place, places, failed }: Found): string {
  if (place === undefined) return 'Looking…'
  if (place === null) return 'Set your location above, and the nearest open clinic shows here.'
  if (places) return `We don’t know a clinic near ${place} that’s open now.`
  return failed ? 'We can’t be reached. The numbers below work without us.' : `Looking near ${place}…`
}
