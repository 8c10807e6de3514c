/** One person waits for so many fully booked days at most, with all providers together. */
export const mostWaits = 20
