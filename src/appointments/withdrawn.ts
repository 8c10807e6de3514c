/** The closing reason of a request that several providers were asked, and another one accepted. */
export const withdrawnReason = 'Another sitter accepted the request first'

type Closed = { status: string; cancelledBy: string | null; closingReason: string | null }

/** Tells whether we withdrew a request because another provider accepted it first. People may type the same reason. */
export const isWithdrawn = ({ status, cancelledBy, closingReason }: Closed): boolean =>
  status === 'cancelled' && cancelledBy === 'system' && closingReason === withdrawnReason
