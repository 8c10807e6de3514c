/** Support can't use endpoints that the contract reserves for administrators. */
export const adminRoles = ['admin', 'support'] as const
export type AdminRole = (typeof adminRoles)[number]

export const adminPasswordMinimum = 12

/** Minutes without a call after which a session ends. */
export const idleMinutes = 30

/** Hours after which even an active session ends. */
export const longestHours = 12

/** A new action also needs its words in `text.ts`. */
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
  'appointment.early_end_decided',
  'rating.removed',
  'rating.reply_removed',
  'review.removed',
  'review.reply_removed',
  'review.kept',
  'incident.removed',
  'pet.report_removed',
  'pet.sighting_removed',
  'pet.comment_removed',
  'pet.report_kept',
  'payout.recorded',
  'payment.refunded',
  'refund.retried',
  'refund.paid_by_hand',
  'package.ended',
  'order.refunded',
  'order.released',
  'order.cancelled',
  'order.return_approved',
  'order.return_refused',
  'autoship.ended',
  'product.hidden',
  'product.shown',
  'tax.added',
  'tax.rate_changed',
  'coupon.added',
  'coupon.changed',
  'emergency.added',
  'emergency.imported',
  'emergency.changed',
  'emergency.checked',
  'emergency.removed',
  'emergency.report_moved',
  'admin.signed_in',
  'admin.created',
  'admin.reset',
  'admin.removed',
] as const
export type AuditAction = (typeof auditActions)[number]

export const reasonMaximum = 500
