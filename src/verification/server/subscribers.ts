import { profilePaths } from '#/accounts/rules.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { isSeller } from '#/verification/rules.ts'
import { notOnSaleText, recordText } from '#/verification/text.ts'

type Change = VerificationChanged['data']

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
  const why = reason ? ` Reason: ${asSentence(reason)}` : ''
  switch (to) {
    case 'verified':
      if (changeRefused) {
        return {
          title: 'We couldn’t verify your change',
          message: `${isSeller(record) ? 'Buyers still see what we verified before, and you can sell as before.' : 'Owners still see what we verified before, and you can be booked as before.'}${why}`,
        }
      }
      if (by === 'provider') {
        return {
          title: 'You’ve withdrawn your change',
          message: `${profile} is verified, as before.`,
        }
      }
      return {
        title: 'You’re verified',
        message: `We’ve checked and verified your ${recordText[record]} profile.`,
      }
    case 'rejected':
      return {
        title: 'Your profile wasn’t verified',
        message: `We couldn’t verify your ${recordText[record]} profile.${why} You can change it and submit it again.`,
      }
    case 'suspended':
      return { title: 'Your profile is suspended', message: `${profile} has been suspended.${why}` }
    default:
      if (by === 'admin') {
        return {
          title: 'Your profile is no longer suspended',
          message: `We’re checking your ${recordText[record]} profile again.`,
        }
      }
      return {
        title: 'Your profile is being checked',
        message:
          from === 'verified'
            ? isSeller(record)
              ? `We’re checking what you changed. Until we’ve verified it, ${notOnSaleText}`
              : 'We’re checking what you changed. Until we’ve verified it, owners see what was verified before. Your bookings stay.'
            : `You’ve submitted your ${recordText[record]} profile. We’ll tell you as soon as we’ve checked it.`,
      }
  }
}
