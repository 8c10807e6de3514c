/** The closing reason of a request that several providers were asked, and another one accepted. */
export const withdrawnReason = 'Another sitter accepted the request first'

/** Tells whether a request was withdrawn because another provider accepted it first. */
export const isWithdrawn = (closed: { status: string; closingReason: string | null }): boolean =>
  closed.status === 'cancelled' && closed.closingReason === withdrawnReason
