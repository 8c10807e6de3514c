/** Two kinds: what the contract keeps for administrators is closed to support. */
export const adminRoles = ['admin', 'support'] as const
export type AdminRole = (typeof adminRoles)[number]

export const adminPasswordMinimum = 12

/** A session without a call for so long is over. */
export const idleMinutes = 30

/** And one that is used all the time ends after so long. */
export const longestHours = 12

/** What the log tells of. A new one gets its words in `text.ts`. */
export const auditActions = [
  'user.suspended',
  'user.suspension_lifted',
  'user.sessions_ended',
  'provider.handed_in',
  'provider.changed',
  'provider.change_withdrawn',
  'provider.verified',
  'provider.rejected',
  'provider.change_refused',
  'provider.suspended',
  'provider.reopened',
  'ticket.answered',
  'ticket.closed',
  'message.answered',
  'message.marked_answered',
  'report.resolved',
  'appointment.corrected',
  'rating.removed',
  'rating.reply_removed',
  'payout.recorded',
  'payment.refunded',
  'admin.signed_in',
  'admin.created',
  'admin.reset',
  'admin.removed',
] as const
export type AuditAction = (typeof auditActions)[number]

export const reasonMaximum = 500
