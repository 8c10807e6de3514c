import { isPhoneNumber } from '#/kernel/phone.ts'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import type { Position } from '#/location/rules.ts'
import { readMicrochip, type Sex, type Species } from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'
import { linkedFields } from '#/reports/public-text.ts'
import { isInFuture, isTooLongAgo, type ReportStatus, type sizes, type whereabouts } from '#/reports/rules.ts'
import type { Report } from '#/reports/shapes.ts'
import { reportsText } from '#/reports/text.ts'

type Size = (typeof sizes)[number]
type Whereabouts = (typeof whereabouts)[number]

/**
 * `isOwn`: the position is the person's own or their pin's, so it stays when they change the words. `reachKm`: how far a city
 * reaches from it.
 */
export type ChosenPlace = {
  area: string
  position: Position | null
  isOwn?: boolean
  reachKm?: number | null
}

export type ReportDraft = {
  status: ReportStatus
  petId: string | null
  /** The chosen pet's photo, shown if the report has none of its own. */
  petPhotoUrl: string | null
  photos: File[]
  /** Saved photos that stay. */
  keptPhotos: string[]
  petName: string
  species: Species | null
  breed: string
  sex: Sex | ''
  size: Size | ''
  colours: string
  marks: string
  collar: string
  chip: 'yes' | 'no' | ''
  microchip: string
  /** The field's text, by the browser's clock; 'unclear' for an incomplete time. */
  seenAt: string
  /** The typed text, and the place found or chosen for it. */
  place: string
  chosen: ChosenPlace | null
  exactPlace: string
  story: string
  hasReward: boolean
  secretMark: string
  showsPhone: boolean
  phone: string
  whereabouts: Whereabouts | ''
  canKeep: 'yes' | 'no' | ''
}

export const emptyDraft: ReportDraft = {
  status: 'lost',
  petId: null,
  petPhotoUrl: null,
  photos: [],
  keptPhotos: [],
  petName: '',
  species: null,
  breed: '',
  sex: '',
  size: '',
  colours: '',
  marks: '',
  collar: '',
  chip: '',
  microchip: '',
  seenAt: '',
  place: '',
  chosen: null,
  exactPlace: '',
  story: '',
  hasReward: false,
  secretMark: '',
  showsPhone: false,
  phone: '',
  whereabouts: '',
  canKeep: '',
}

const pad = (part: number) => String(part).padStart(2, '0')

/** Writes an instant as a time field does, by the browser's clock. */
export const fieldTimeOf = (at: Date) =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`

const yesNo = (answer: boolean | null) => (answer === null ? '' : answer ? 'yes' : 'no')

/** Returns a saved report as a draft. Only its reporter has the private parts. */
export function draftOf(report: Report): ReportDraft {
  const { own } = report
  return {
    status: report.status,
    petId: own?.petId ?? null,
    petPhotoUrl: own?.photos.length === 0 ? report.photoUrl : null,
    photos: [],
    keptPhotos: own?.photos ?? [],
    petName: report.petName ?? '',
    species: report.species,
    breed: report.breed ?? '',
    sex: report.sex ?? '',
    size: report.size ?? '',
    colours: report.colours ?? '',
    marks: report.marks ?? '',
    collar: report.collar ?? '',
    chip: yesNo(report.hasChip),
    microchip: own?.microchip ?? '',
    seenAt: fieldTimeOf(report.seenAt),
    place: report.area,
    chosen: {
      area: report.area,
      position: own?.position ?? null,
      isOwn: Boolean(own?.position) && !report.isRough,
      reachKm: report.reachKm,
    },
    exactPlace: own?.exactPlace ?? '',
    story: report.story ?? '',
    hasReward: report.hasReward,
    secretMark: own?.secretMark ?? '',
    showsPhone: Boolean(own?.contactPhone),
    phone: own?.contactPhone ?? '',
    whereabouts: report.whereabouts ?? '',
    canKeep: yesNo(report.canKeep),
  }
}

/** Texts that everyone can read, in the order of the form. */
const publicFields = ['petName', 'place', 'breed', 'colours', 'marks', 'collar', 'story'] as const
type PublicField = (typeof publicFields)[number]

export type ReportField = PublicField | 'photos' | 'species' | 'seenAt' | 'microchip' | 'phone'

function linkProblems(draft: ReportDraft): Problems<PublicField> {
  const linked = linkedFields(Object.fromEntries(publicFields.map((field) => [field, draft[field]])))
  return Object.fromEntries(linked.map((field) => [field, reportsText['reports.no_links']]))
}

/** Returns what the server would refuse, in the order of the form. */
export function problemsOf(draft: ReportDraft, now = new Date()): Problems<ReportField> {
  const { status, photos, keptPhotos, petPhotoUrl, species, microchip, chip, showsPhone, phone } = draft
  const hasPhoto = photos.length + keptPhotos.length > 0 || petPhotoUrl !== null
  const wrong = photos.map(photoProblem).find(Boolean)
  const { petName, place, ...links } = linkProblems(draft)
  return {
    ...problem('photos', wrong || (status === 'lost' && !hasPhoto && reportsText['reports.photo_needed'])),
    ...problem('petName', petName ?? false),
    ...problem('species', !species && fieldText.required),
    ...problem('seenAt', seenProblem(draft.seenAt, now)),
    ...problem('place', draft.place.trim() ? (place ?? false) : fieldText.required),
    ...links,
    ...problem(
      'microchip',
      chip === 'yes' && microchip.trim() !== '' && !readMicrochip(microchip) && fieldText.microchip,
    ),
    ...problem('phone', showsPhone && !isPhoneNumber(phone.trim()) && fieldText.phone),
  }
}

export function seenProblem(typed: string, now: Date): string | false {
  if (!typed) return fieldText.required
  const at = new Date(typed)
  if (Number.isNaN(at.getTime())) return 'Please enter the full date and time'
  if (isInFuture(at, now)) return reportsText['reports.seen_in_future']
  return isTooLongAgo(at, now) && reportsText['reports.seen_too_long_ago']
}

const answerOf = (answer: string) => (answer === '' ? null : answer === 'yes')

/** Returns the input that creating and changing share. Only for a draft without problems. */
export function partsOf(draft: ReportDraft) {
  const isFound = draft.status === 'found'
  return {
    petName: draft.petName,
    species: draft.species!,
    breed: draft.breed,
    sex: draft.sex || null,
    size: draft.size || null,
    colours: draft.colours,
    marks: draft.marks,
    collar: draft.collar,
    hasChip: answerOf(draft.chip),
    microchip: (draft.chip === 'yes' && draft.microchip.trim()) || null,
    seenAt: new Date(draft.seenAt).toISOString(),
    place: {
      area: draft.place.trim(),
      position: draft.chosen?.position ?? null,
      ...(draft.chosen?.reachKm && { reachKm: draft.chosen.reachKm }),
    },
    exactPlace: draft.exactPlace,
    story: draft.story,
    hasReward: !isFound && draft.hasReward,
    secretMark: draft.secretMark,
    contactPhone: draft.showsPhone ? draft.phone : null,
    whereabouts: (isFound && draft.whereabouts) || null,
    canKeep: isFound ? answerOf(draft.canKeep) : null,
    photos: draft.photos,
  }
}
