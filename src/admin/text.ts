import type { adminErrors } from './contract.ts'
import type { AuditAction } from './rules.ts'

export const adminText: Readonly<Record<keyof typeof adminErrors, string>> = {
  'admin.already_suspended': 'This account is already suspended.',
  'admin.not_suspended': 'This account isn’t suspended.',
  'admin.account_suspended': 'The whole account is suspended. Lift that suspension first.',
}

/** One sentence for every failure, so that it reveals nothing to somebody guessing. */
export const signInRefusedText =
  'We couldn’t log you in. Check your details and try again. After five failed attempts, wait 15 minutes.'

/** Follows the name of the person who did it. */
export const auditText: Readonly<Record<AuditAction, string>> = {
  'user.suspended': 'suspended the account',
  'user.suspension_lifted': 'lifted the suspension',
  'user.sessions_ended': 'ended all sessions',
  'provider.handed_in': 'submitted the record for review',
  'provider.changed': 'changed verified facts, so the record is checked again',
  'provider.change_withdrawn': 'withdrew the change to verified facts',
  'provider.verified': 'verified the record',
  'provider.rejected': 'rejected the record',
  'provider.change_refused': 'refused the change to verified facts',
  'provider.suspended': 'suspended the record',
  'provider.reopened': 'reopened the record for checking',
  'ticket.answered': 'answered the ticket',
  'ticket.closed': 'closed the ticket',
  'message.answered': 'answered the message',
  'message.marked_answered': 'marked the message as answered',
  'report.resolved': 'resolved the report',
  'appointment.corrected': 'corrected the appointment’s state',
  'appointment.early_end_decided': 'decided about the stay’s early end',
  'rating.removed': 'removed the rating',
  'rating.reply_removed': 'removed the reply to the rating',
  'review.removed': 'removed the review',
  'review.reply_removed': 'removed the reply to the review',
  'review.kept': 'kept the review and closed the reports about it',
  'incident.removed': 'removed the incident',
  'pet.report_removed': 'removed the pet report',
  'pet.report_kept': 'kept the pet report and closed the complaints',
  'payout.recorded': 'recorded a payout',
  'payment.refunded': 'refunded the payment',
  'refund.retried': 'sent a refund again',
  'refund.paid_by_hand': 'paid a refund by bank transfer',
  'package.ended': 'ended the package',
  'order.refunded': 'refunded the missing part of the order',
  'order.released': 'released the money for the part reported as missing',
  'order.cancelled': 'cancelled a part of the order',
  'order.return_approved': 'approved the return of a part of the order',
  'order.return_refused': 'refused the return of a part of the order',
  'autoship.ended': 'cancelled the autoship',
  'product.hidden': 'hid the product',
  'product.shown': 'showed the product again',
  'tax.added': 'added the tax class',
  'tax.rate_changed': 'changed the rate of the tax class',
  'coupon.added': 'added the coupon',
  'coupon.changed': 'changed the coupon',
  'emergency.added': 'added the entry to the emergency directory',
  'emergency.imported': 'imported entries into the emergency directory',
  'emergency.changed': 'changed the entry of the emergency directory',
  'emergency.checked': 'checked the entry of the emergency directory',
  'emergency.removed': 'removed the entry from the emergency directory',
  'emergency.report_moved': 'changed the rescue',
  'admin.signed_in': 'logged in',
  'admin.created': 'created an administrator',
  'admin.reset': 'set a new password',
  'admin.removed': 'removed the access',
}
