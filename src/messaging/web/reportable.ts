/** A provider's public profile, or the other side of a booking. */
export type Reportable = { providerId: string } | { bookingId: string }
