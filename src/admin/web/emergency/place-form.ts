import { type DeskPlace, isPlaceEmail, isPlacePhone } from '#/emergency/desk.ts'
import { parseHours } from '#/emergency/hours.ts'
import { isForAll, kinds, longest, type PlaceKind, placeSpecies } from '#/emergency/places.ts'
import { fieldText, placeKindText } from '#/emergency/text.ts'
import {
  draftOf,
  type FieldDraft,
  type FieldSpec,
  inputsOf,
  problemsIn,
} from '#/kernel/web/form/field-list.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'

const positionHint = 'Latitude and longitude from a map, like 12.97861, 77.63883. Directions lead there.'

export const fields: readonly FieldSpec[] = [
  {
    kind: 'one',
    name: 'kind',
    label: 'Kind',
    required: true,
    options: kinds.map((value) => ({ value, label: placeKindText[value] })),
  },
  { kind: 'line', name: 'name', label: 'Name', required: true, max: longest.name },
  {
    kind: 'line',
    name: 'phone',
    label: 'Phone',
    required: true,
    max: 20,
    check: (text) => !isPlacePhone(text) && fieldText.phone,
  },
  {
    kind: 'line',
    name: 'city',
    label: 'City',
    max: longest.city,
    hint: 'Helplines and ambulances without a city are for the whole country.',
  },
  { kind: 'line', name: 'address', label: 'Address', max: longest.address },
  {
    kind: 'line',
    name: 'position',
    label: 'Position',
    hint: positionHint,
    max: 60,
    check: (text) => {
      const position = positionIn(text)
      if (!position) return 'Please write the position like 12.97861, 77.63883.'
      return position.lat === 0 && position.lon === 0 && fieldText.position
    },
  },
  {
    kind: 'line',
    name: 'openingHours',
    label: 'Opening hours',
    max: longest.hours,
    hint: 'Like “Mon-Sat 09:00-20:00; Sun 10:00-14:00”, or “24x7”. Leave it empty if you don’t know.',
    check: (text) => !parseHours(text) && fieldText.hours,
  },
  {
    kind: 'some',
    name: 'species',
    label: 'Animals',
    hint: 'Choose none if they take in all.',
    options: placeSpecies.map((value) => ({ value, label: value })),
  },
  {
    kind: 'line',
    name: 'note',
    label: 'Note',
    max: longest.note,
    hint: 'Visitors see it, like “Ring at the side door”.',
  },
  {
    kind: 'line',
    name: 'email',
    label: 'Email',
    max: longest.email,
    hint: 'For us only. Visitors don’t see it.',
    check: (text) => !isPlaceEmail(text) && fieldText.email,
  },
]

/** Reads '12.97861, 77.63883'. Returns null if it isn't a position. */
export function positionIn(text: string): { lat: number; lon: number } | null {
  const match = /^\s*(-?\d{1,2}(?:\.\d{1,20})?)\s*[,\s]\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/.exec(text)
  if (!match) return null
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

export const positionText = ({ lat, lon }: { lat: number; lon: number }) => `${lat}, ${lon}`

export const draftOfPlace = (place: DeskPlace | null): FieldDraft =>
  draftOf(
    fields,
    place && {
      ...place,
      position: place.position && positionText(place.position),
      species: place.species.filter((name) => placeSpecies.some((known) => known === name)),
    },
  )

export function problemsOfPlace(draft: FieldDraft): Problems<string> {
  const { kind, city } = inputsOf(fields, draft)
  return {
    ...problemsIn(fields, draft),
    ...problem('city', kind !== null && !isForAll(kind as PlaceKind) && city === null && fieldText.city),
  }
}

export function fieldsOfPlace(draft: FieldDraft) {
  const values = inputsOf(fields, draft)
  return { ...values, position: positionIn(String(values['position'] ?? '')) }
}
