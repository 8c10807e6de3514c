/** The maximum number of full days a person may wait for, over all providers. */
export const mostWaits = 20
