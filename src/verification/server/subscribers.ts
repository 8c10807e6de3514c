import { profilePaths } from '#/accounts/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import type { VerificationChanged } from '../events.ts'
import { recordText } from '../text.ts'

type Change = VerificationChanged['data']

/** Tells a provider how their record stands. */
export const tellProvider = subscriber<VerificationChanged>(
  'verification.changed',
  'verification.tell-provider',
  async (work, change) => {
    await notify(work, {
      userId: change.userId,
      type: change.changeRefused
        ? 'verification_rejected'
        : `verification_${change.to === 'draft' ? 'submitted' : change.to}`,
      source: `verification.changed:${change.changeId}`,
      href: `${profilePaths[change.record]}?tab=verification`,
      ...wordsFor(change),
    })
  },
)

function wordsFor({ record, from, to, by, reason, changeRefused }: Change): {
  title: string
  message: string
} {
  const profile = `Your ${recordText[record]} profile`
  const why = reason ? ` Reason: ${reason}` : ''
  switch (to) {
    case 'verified':
      if (changeRefused) {
        return {
          title: 'Your change was not verified',
          message: `Owners still see what was verified before, and you can be booked as before.${why}`,
        }
      }
      if (by === 'provider') {
        return {
          title: 'You took your change back',
          message: `${profile} is verified as before.`,
        }
      }
      return { title: 'You are verified', message: `${profile} has been checked and is verified.` }
    case 'rejected':
      return {
        title: 'Your profile was not verified',
        message: `${profile} could not be verified.${why} You can change it and hand it in again.`,
      }
    case 'suspended':
      return { title: 'Your profile is suspended', message: `${profile} has been suspended.${why}` }
    default:
      if (by === 'admin') {
        return {
          title: 'Your profile is no longer suspended',
          message: `${profile} is being looked at again.`,
        }
      }
      return {
        title: 'Your profile is being checked',
        message:
          from === 'verified'
            ? `We’re checking what you changed. Until then, owners see what was verified before. Bookings you have stay.`
            : `${profile} has been handed in. We tell you as soon as it has been checked.`,
      }
  }
}
