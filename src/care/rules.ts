import type { Phase } from '#/appointments/rules.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'

export const noteTypes = ['exam', 'vaccination', 'treatment', 'note', 'training', 'grooming'] as const
export type NoteType = (typeof noteTypes)[number]

/** Providers' notes are drafts until signed; owners' own notes need no signature and stay editable. */
export const noteStates = ['draft', 'signed', 'own'] as const
export type NoteState = (typeof noteStates)[number]

export const noteLimits = {
  text: 5000,
  medicines: 20,
  vaccinations: 10,
  homework: 20,
  files: 6,
  addenda: 50,
  links: 10,
  /** Per owner and pet. */
  ownNotes: 500,
  name: 200,
  short: 60,
  days: 366,
  refills: 12,
  months: 12,
} as const

export const incidentLimits = { text: 2000, addenda: 10, perPetAndVisit: 5 } as const

export const pictureMoments = ['before', 'after'] as const
export type PictureMoment = (typeof pictureMoments)[number]

/** Per pet and visit. */
export const mostPictures = 6

export const defaultMonths = 6

/** Covers every animal; catches typing errors. */
export const findingRanges = {
  temperatureC: { min: 25, max: 45 },
  heartRate: { min: 1, max: 1200 },
  breathingRate: { min: 1, max: 600 },
} as const

export const linkDays = 7

export const careRates = {
  /** By user. */
  share: { max: 20, windowSeconds: 3600 },
  addendum: { max: 30, windowSeconds: 3600 },
  incident: { max: 30, windowSeconds: 3600 },
  pdf: { max: 30, windowSeconds: 3600 },
  /** By network: enough for readers, too few for guessing addresses. */
  shared: { max: 60, windowSeconds: 600 },
} as const

/** Tells whether a note can be written: once the visit has begun, unless it was cancelled. */
export function mayWriteOf({ phase, startsAt }: { phase: Phase; startsAt: Date }, now: Date): boolean {
  return phase === 'done' || phase === 'under_way' || (phase === 'agreed' && startsAt <= now)
}

const pictureHours = 48

/** Tells whether pictures can be added and removed: from the start of a visit until 48 hours after its end. */
export const mayChangePictures = (
  { phase, startsAt, endsAt }: { phase: Phase; startsAt: Date; endsAt: Date },
  now: Date,
): boolean => mayWriteOf({ phase, startsAt }, now) && now.getTime() < endsAt.getTime() + pictureHours * HOUR

export const linkEnd = (madeAt: Date) => new Date(madeAt.getTime() + linkDays * DAY)

/** PDFs are at `/visit-notes/<id>.pdf`. */
export const pdfRoot = '/visit-notes/'

export const notesPath = '/dashboard/pet-visit-notes'
export const sharedPath = (token: string) => `/notes/shared/${token}`
