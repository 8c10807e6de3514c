import { asSentence } from '#/kernel/sentence.ts'
import type { Tone } from '#/kernel/web/form/ProgressBanner.tsx'
import type { Standing } from '#/verification/contract.ts'
import { isSeller, type ProviderRecord } from '#/verification/rules.ts'
import { notOnSaleText } from '#/verification/text.ts'

export type Words = { tone: Tone; title: string; text: string }

const missingFirst = 'Fill in what’s missing below.'
const confirmFirst = 'Confirm your email or phone to be listed.'

type Around = {
  /** Names the trade's service while it isn't open to owners yet. */
  opens?: string | undefined
  /** False if owners find the provider, but no time to book. */
  isBookable?: boolean
}

/** Returns a record's status and the next step. */
export function wordsOf(
  record: ProviderRecord,
  standing: Standing | null,
  { opens, isBookable = true }: Around = {},
): Words {
  const later = `Owners will find you here once ${opens} opens.`
  if (!standing)
    return {
      tone: 'info',
      title: 'Tell owners about you',
      text: 'Fill in the form and save it. You can change everything later.',
    }
  const { status, isListed, needsVerification, needsConfirmation, missing, reason, changeRefused, changes } =
    standing
  if (standing.isLeaving)
    return {
      tone: 'warn',
      title: 'Your account will be deleted',
      text: isSeller(record)
        ? 'Nothing of yours is on sale until then. If you keep your account, your products are listed again.'
        : 'Nobody can find or book you until then. If you keep your account, it’s as it was before.',
    }
  const canFind = isBookable ? 'Owners can find you' : 'Owners can find you, but not book you'
  const good = isBookable ? 'good' : 'warn'
  const why = reason ? ` Reason: ${asSentence(reason)}` : ''
  switch (status) {
    case 'draft':
      if (needsVerification) {
        return missing.length > 0
          ? {
              tone: 'info',
              title: 'Not submitted yet',
              text: `${missingFirst} Then submit your profile for review${opens ? `. ${later}` : ': owners can find you once we’ve checked it.'}`,
            }
          : {
              tone: 'warn',
              title: 'Ready to submit',
              text: `Nothing is missing. Submit your profile for review${opens ? `. ${later}` : ', and owners can find you once we’ve checked it.'}`,
            }
      }
      return isListed
        ? {
            tone: opens ? 'good' : good,
            title: opens ? 'Your profile is complete' : canFind,
            text: `${opens ? later : isBookable ? 'Your profile is complete.' : ''} Submit ${isBookable || opens ? 'it' : 'your profile'} for review to get the Verified badge.`.trim(),
          }
        : needsConfirmation && missing.length === 0
          ? { tone: 'warn', title: 'Owners can’t find you yet', text: confirmFirst }
          : {
              tone: 'info',
              title: opens ? 'Your profile isn’t complete yet' : 'Owners can’t find you yet',
              text: `${missingFirst} ${opens ? later : 'We’ll list you as soon as your profile is complete.'}`,
            }
    case 'submitted':
      if (changes.length > 0)
        return {
          tone: 'info',
          title: 'Your change is being checked',
          text: `${isSeller(record) ? `Until it’s verified, ${notOnSaleText}` : `Until it’s verified, others keep seeing what was verified before${isListed ? '' : ', and you can’t get new bookings'}.`} We’ll notify you here and by email.`,
        }
      return {
        tone: 'info',
        title: 'Your profile is being checked',
        text: `We’ll notify you here and by email. ${
          opens
            ? later
            : isListed
              ? `${canFind.replace('can', 'can already')}.`
              : needsConfirmation
                ? confirmFirst
                : 'Owners can find you once it’s verified.'
        }`,
      }
    case 'verified':
      if (isListed && changeRefused)
        return {
          tone: good,
          title: 'You’re verified',
          text: `${isSeller(record) ? 'Your products are on sale, with the details we verified before.' : `${canFind}. They see what we verified before.`} We didn’t accept your last change.${why}`,
        }
      return isListed
        ? { tone: opens ? 'good' : good, title: 'You’re verified', text: opens ? later : `${canFind}.` }
        : {
            tone: 'warn',
            title: 'You’re verified',
            text: `Owners can’t find you because something is missing. ${missingFirst}`,
          }
    case 'rejected':
      return {
        tone: 'bad',
        title: 'Your profile wasn’t verified',
        text: `${why.trim()} Change it and submit it again.`.trim(),
      }
    case 'suspended':
      return {
        tone: 'bad',
        title: 'Your profile is suspended',
        text: `Owners can’t find you.${why} Contact us if you think this is a mistake.`,
      }
  }
}
