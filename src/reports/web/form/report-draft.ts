import { type Draft, recordDraft, recordInputs, recordProblems } from '#/kernel/web/form/field-list.ts'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import type { Position } from '#/location/rules.ts'
import type { Species } from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'
import { fieldsFor, publicTexts, reportFields } from '#/reports/fields.ts'
import { linkedFields } from '#/reports/public-text.ts'
import { isInFuture, isTooLongAgo, type ReportStatus } from '#/reports/rules.ts'
import type { Report } from '#/reports/shapes.ts'
import { reportsText } from '#/reports/text.ts'

/**
 * `isOwn`: the position is the person's own or their pin's, so it stays when they change the words. `reachKm`: how far a city
 * reaches from it. `near` names the known part of the words, whose position it is.
 */
export type ChosenPlace = {
  area: string
  position: Position | null
  isOwn?: boolean
  reachKm?: number | null
  near?: string | undefined
}

export type ReportDraft = Draft<typeof reportFields> & {
  status: ReportStatus
  petId: string | null
  /** The chosen pet's photo, shown if the report has none of its own. */
  petPhotoUrl: string | null
  photos: File[]
  /** Saved photos that stay. */
  keptPhotos: string[]
  species: Species | null
  /** The field's text, by the browser's clock; 'unclear' for an incomplete time. */
  seenAt: string
  /** The typed text, and the place found or chosen for it. */
  place: string
  chosen: ChosenPlace | null
  showsPhone: boolean
}

export const emptyDraft: ReportDraft = {
  status: 'lost',
  petId: null,
  petPhotoUrl: null,
  photos: [],
  keptPhotos: [],
  ...recordDraft(reportFields, null),
  species: null,
  seenAt: '',
  place: '',
  chosen: null,
  showsPhone: false,
}

const pad = (part: number) => String(part).padStart(2, '0')

/** Writes an instant as a time field does, by the browser's clock. */
export const fieldTimeOf = (at: Date) =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`

/** Returns a saved report as a draft. Only its reporter has the private parts. */
export function draftOf(report: Report): ReportDraft {
  const { own } = report
  return {
    status: report.status,
    petId: own?.petId ?? null,
    petPhotoUrl: own?.photos.length === 0 ? report.photoUrl : null,
    photos: [],
    keptPhotos: own?.photos ?? [],
    ...recordDraft(reportFields, { ...report, ...own }),
    species: report.species,
    seenAt: fieldTimeOf(report.seenAt),
    place: report.area,
    chosen: {
      area: report.area,
      position: own?.position ?? null,
      isOwn: Boolean(own?.position) && !report.isRough,
      reachKm: report.reachKm,
    },
    showsPhone: Boolean(own?.contactPhone),
  }
}

export type ReportField = keyof typeof reportFields | 'photos' | 'species' | 'seenAt' | 'place'

function linkProblems(draft: ReportDraft): Problems<ReportField> {
  const written = Object.fromEntries(publicTexts.map((name) => [name, draft[name] as string]))
  const linked = linkedFields({ ...written, place: draft.place })
  return Object.fromEntries(linked.map((field) => [field, reportsText['reports.no_links']]))
}

/** Empties the fields that don't belong to such a report, or to the answers given. */
function applicable(draft: ReportDraft): Draft<typeof reportFields> {
  const { microchip, contactPhone } = draft
  return {
    ...draft,
    microchip: draft.hasChip === 'yes' ? microchip : '',
    contactPhone: draft.showsPhone ? contactPhone : '',
  }
}

/** Returns what the server would refuse, in the order of the form. */
export function problemsOf(draft: ReportDraft, now = new Date()): Problems<ReportField> {
  const { status, photos, keptPhotos, petPhotoUrl, species, showsPhone, contactPhone } = draft
  const hasPhoto = photos.length + keptPhotos.length > 0 || petPhotoUrl !== null
  const wrong = photos.map(photoProblem).find(Boolean)
  const { petName, place, ...others }: Problems<ReportField> = {
    ...recordProblems(reportFields, applicable(draft)),
    ...linkProblems(draft),
  }
  return {
    ...problem('photos', wrong || (status === 'lost' && !hasPhoto && reportsText['reports.photo_needed'])),
    ...problem('petName', petName ?? false),
    ...problem('species', !species && fieldText.required),
    ...problem('seenAt', seenProblem(draft.seenAt, now)),
    ...problem('place', draft.place.trim() ? (place ?? false) : fieldText.required),
    ...others,
    ...problem('contactPhone', showsPhone && !contactPhone.trim() && fieldText.phone),
  }
}

export function seenProblem(typed: string, now: Date): string | false {
  if (!typed) return fieldText.required
  const at = new Date(typed)
  if (Number.isNaN(at.getTime())) return 'Please enter the full date and time'
  if (isInFuture(at, now)) return reportsText['reports.seen_in_future']
  return isTooLongAgo(at, now) && reportsText['reports.seen_too_long_ago']
}

/** Returns the input that creating and changing share. Only for a draft without problems. */
export function partsOf(draft: ReportDraft) {
  return {
    ...recordInputs(fieldsFor[draft.status], applicable(draft)),
    species: draft.species!,
    seenAt: new Date(draft.seenAt).toISOString(),
    place: {
      area: draft.place.trim(),
      position: draft.chosen?.position ?? null,
      ...(draft.chosen?.reachKm && { reachKm: draft.chosen.reachKm }),
    },
    photos: draft.photos,
  }
}
