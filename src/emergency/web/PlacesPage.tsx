import { Link, useLocation } from 'react-router'
import type { PlaceKind } from '#/emergency/places.ts'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import { LocationLine } from '#/location/web/index.ts'
import { Back } from './Back.tsx'
import css from './Emergency.module.css'
import { Helplines } from './Helplines.tsx'
import { placeCards } from './place-cards.ts'
import { useDirectory } from './use-directory.ts'

type Words = { kind: PlaceKind; title: string; lead: string; none: string; description: string }

const pages: Readonly<Record<string, Words>> = {
  '/emergency/vets': {
    kind: 'clinic',
    title: 'Vets',
    lead: 'Open now first, then the nearest. Call before you go, so that they can get ready.',
    none: 'We don’t know a clinic near here yet.',
    description: 'Clinics and vets near you that are open now, with numbers to call.',
  },
  '/emergency/shelters': {
    kind: 'shelter',
    title: 'Shelters',
    lead: 'They take in animals that are hurt, lost or left behind. Call before you bring one.',
    none: 'We don’t know a shelter near here yet.',
    description: 'Animal shelters near you, with numbers to call.',
  },
  '/emergency/ambulance': {
    kind: 'ambulance',
    title: 'Ambulance',
    lead: 'They come to the animal. Say where you are, what happened and how large the animal is.',
    none: 'We don’t know an animal ambulance near here yet.',
    description: 'Animal ambulances near you, with numbers to call.',
  },
}

/** The directory's clinics, shelters or ambulances, by the path. */
export default function PlacesPage() {
  const path = useLocation().pathname.replace(/\/$/, '')
  const { kind, title, lead, none, description } = pages[path] ?? pages['/emergency/vets']!
  return (
    <div className={css.page}>
      <meta name="description" content={description} />
      <Back />
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      <LocationLine />
      <Places kind={kind} none={none} />
      <h2 className={css.section}>For the whole country</h2>
      <Helplines />
    </div>
  )
}

function Places({ kind, none }: { kind: PlaceKind; none: string }) {
  const { place, places, keptSince, failed, retry } = useDirectory()
  const shown = places?.filter((entry) => entry.kind === kind)
  const helplines = places?.filter((entry) => entry.kind === 'helpline') ?? []
  // With a place there are entries as a rule: their code loads while the directory answers.
  const PlaceCards = useOnDemand(placeCards, Boolean(place) || helplines.length > 0)
  const lines = PlaceCards && helplines.length > 0 && (
    <>
      <h2 className={css.section}>Helplines</h2>
      <PlaceCards places={helplines} isKept={keptSince !== null} />
    </>
  )
  if (!place)
    return place === undefined ? (
      <p className={css.said} />
    ) : (
      <>
        <p className={css.lead}>Set your location to see who’s near you. Your browser keeps it, rounded.</p>
        {lines}
      </>
    )
  return (
    <>
      <h2 className={css.section}>Near {place}</h2>
      <p role="status" className={css.said}>
        {!shown && !failed && `Looking near ${place}…`}
        {failed && keptSince !== null && `We can’t be reached. This list is from ${whenText(keptSince)}.`}
        {failed && keptSince === null && 'We couldn’t load the list. The numbers below work without it.'}
        {shown?.length === 0 && !failed && none}
      </p>
      {failed && (
        <button type="button" className={css.quiet} onClick={retry}>
          Retry
        </button>
      )}
      {PlaceCards && shown && shown.length > 0 && (
        <PlaceCards places={shown} isFirst isKept={keptSince !== null} />
      )}
      {shown && !failed && (
        <p className={css.lead}>
          Is one missing, or has a number changed? <Link to="/contact">Tell us about it</Link>, so that the
          next person finds it.
        </p>
      )}
      {lines}
    </>
  )
}

const whenText = (at: number) =>
  new Date(at).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short' })
