/** The one address of the archive of one's own data. */
export const archivePath = '/my-data/archive.zip'

/** Reading everything costs; nobody needs it more often. */
export const archiveRate = { max: 6, windowSeconds: 3600 } as const

/** How long a person can change their mind after asking for their account to be deleted. */
export const graceDays = 14

export function erasureDay(leavingSince: Date): Date {
  return new Date(leavingSince.getTime() + graceDays * 86_400_000)
}
