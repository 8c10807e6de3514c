import { DAY } from '#/kernel/duration.ts'
import type { Sex, Species } from '#/pets/rules.ts'

/** The facts by which a lost and a found pet are compared. */
export type Compared = {
  species: Species
  breed: string | null
  sex: Sex | null
  size: string | null
  colours: string | null
  marks: string | null
  microchip: string | null
  seenAt: Date
}

export type Match = { score: number; reasons: string[] }

/** Less is mostly chance. */
export const leastScore = 40
/** Being found so near and so soon is enough to be compared, because most reports give only species, place and time. */
const closeKm = 5
const closeDays = 7
export const matchDistanceKm = 25

const points = { breed: 15, colour: 15, sex: 10, size: 10, distance: 25, date: 10, marks: 10 } as const
const dateWithinDays = 14

/** Words too common to tell pets apart. */
const plain = new Set([
  'and',
  'the',
  'with',
  'on',
  'in',
  'of',
  'his',
  'her',
  'its',
  'one',
  'has',
  'pale',
  'dark',
])

const wordsOf = (text: string | null) =>
  new Set((text?.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !plain.has(word)))

const listed = (words: string[]) => new Intl.ListFormat('en').format(words)

const shared = (a: string | null, b: string | null) => [...wordsOf(a).intersection(wordsOf(b))]

/**
 * Scores how well a found pet fits a lost one, from 0 to 100, with the reasons in words. Equal chips are certain; another
 * species, or a pet that was found before it was lost, is impossible. A pet of the species that was found close by and soon
 * has at least `leastScore`, unless its sex or size differs. `distanceKm` is null if a place isn't known.
 */
export function matchOf(lost: Compared, found: Compared, distanceKm: number | null): Match {
  const none = { score: 0, reasons: [] }
  if (lost.species !== found.species) return none
  if (lost.microchip && lost.microchip === found.microchip)
    return { score: 100, reasons: ['same microchip number'] }
  if (found.seenAt < lost.seenAt) return none
  const same = (a: string | null, b: string | null) =>
    a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase()
  const colours = shared(lost.colours, found.colours)
  const marks = shared(lost.marks, found.marks)
  const near =
    distanceKm === null ? 0 : Math.round(points.distance * Math.max(0, 1 - distanceKm / matchDistanceKm))
  const later = found.seenAt.getTime() - lost.seenAt.getTime()
  const isSoon = later <= dateWithinDays * DAY
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a !== b
  const isClose =
    distanceKm !== null &&
    distanceKm <= closeKm &&
    later <= closeDays * DAY &&
    !differs(lost.sex, found.sex) &&
    !differs(lost.size, found.size)
  const compared: [number, string][] = [
    [near, `about ${Math.max(1, Math.round(distanceKm ?? 0))} km apart`],
    [isSoon ? points.date : 0, laterText(later)],
    [same(lost.breed, found.breed) ? points.breed : 0, `same breed (${found.breed})`],
    [colours.length > 0 ? points.colour : 0, `similar colours (${listed(colours)})`],
    [same(lost.sex, found.sex) ? points.sex : 0, `same sex (${found.sex})`],
    [same(lost.size, found.size) ? points.size : 0, `same size (${found.size})`],
    [Math.min(points.marks, marks.length * 5), `similar marks (${listed(marks)})`],
  ]
  const counted = compared.filter(([score]) => score > 0)
  const score = counted.reduce((sum, [points]) => sum + points, 0)
  if (score === 0) return none
  const reasons = ['same species', ...counted.map(([, reason]) => reason)]
  return { score: isClose ? Math.max(score, leastScore) : score, reasons }
}

function laterText(ms: number): string {
  const days = Math.floor(ms / DAY)
  if (days === 0) return 'found within a day'
  return days === 1 ? 'found a day later' : `found ${days} days later`
}
