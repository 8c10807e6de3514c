import { DAY } from '#/kernel/duration.ts'

export const archivePath = '/my-data/archive.zip'

/** Reading everything is expensive. */
export const archiveRate = { max: 6, windowSeconds: 3600 } as const

/** Days in which a person can change their mind about deleting their account. */
export const graceDays = 14

export function erasureDay(leavingSince: Date): Date {
  return new Date(leavingSince.getTime() + graceDays * DAY)
}
