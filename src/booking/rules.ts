/** The maximum number of full days a person may wait for, over all providers. */
export const mostWaits = 20

/** Providers propose another time this many minutes before it at the latest, so that the owner can still answer. */
export const proposalNoticeMinutes = 3 * 60
