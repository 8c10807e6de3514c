import type { adminErrors } from './contract.ts'
import type { AuditAction } from './rules.ts'

export const adminText: Readonly<Record<keyof typeof adminErrors, string>> = {
  'admin.already_suspended': 'This account is suspended already.',
  'admin.not_suspended': 'This account is not suspended.',
  'admin.account_suspended': 'The whole account is suspended. Lift that first.',
}

/** The one sentence for whatever was wrong, so that it tells nothing to whoever is guessing. */
export const signInRefusedText =
  'Login refused. Check what you typed. After five tries, wait 15 minutes before the next.'

/** What someone did, after their name. */
export const auditText: Readonly<Record<AuditAction, string>> = {
  'user.suspended': 'suspended the account',
  'user.suspension_lifted': 'lifted the suspension',
  'user.sessions_ended': 'ended all sessions',
  'provider.handed_in': 'handed in the record to be checked',
  'provider.changed': 'changed what was verified, so that it is checked again',
  'provider.change_withdrawn': 'took the change back of what was verified',
  'provider.verified': 'verified the record',
  'provider.rejected': 'rejected the record',
  'provider.change_refused': 'refused the change of what was verified',
  'provider.suspended': 'suspended the record',
  'provider.reopened': 'put the record back to be checked',
  'ticket.answered': 'answered the ticket',
  'ticket.closed': 'closed the ticket',
  'message.answered': 'answered the message',
  'message.marked_answered': 'marked the message as answered',
  'report.resolved': 'resolved the report',
  'appointment.corrected': 'corrected the state of',
  'rating.removed': 'removed the rating',
  'rating.reply_removed': 'removed the answer to',
  'payout.recorded': 'recorded a payout to',
  'payment.refunded': 'refunded the payment of',
  'admin.signed_in': 'logged in',
  'admin.created': 'made an administrator',
  'admin.reset': 'gave a new password',
  'admin.removed': 'took the way in away',
}
