import type { Tone } from '#/kernel/web/form/ProgressBanner.tsx'
import type { Standing } from '#/verification/contract.ts'

export type Words = { tone: Tone; title: string; text: string }

const missingFirst = 'Fill in what is missing below.'

/**
 * What someone has to know of their record, and do next. `opens` is what has yet to open before owners can find anyone in
 * this trade; undefined once it has.
 */
export function wordsOf(standing: Standing | null, opens?: string): Words {
  const later = `Owners will find you here once ${opens} opens.`
  if (!standing)
    return {
      tone: 'info',
      title: 'Tell owners about you',
      text: 'Fill in the form and save it. You can change everything later.',
    }
  const { status, isListed, needsVerification, missing, reason, changeRefused, changes } = standing
  const why = reason ? ` Reason: ${reason}` : ''
  switch (status) {
    case 'draft':
      if (needsVerification) {
        return missing.length > 0
          ? {
              tone: 'info',
              title: 'Not handed in yet',
              text: `${missingFirst} Then hand your profile in${opens ? ` to be checked. ${later}` : ': owners find you once it has been checked.'}`,
            }
          : {
              tone: 'warn',
              title: 'Ready to be handed in',
              text: `Nothing is missing. Hand your profile in${opens ? ` to be checked. ${later}` : ', and owners find you once it has been checked.'}`,
            }
      }
      return isListed
        ? {
            tone: 'good',
            title: opens ? 'Your profile is complete' : 'Owners can find you',
            text: `${opens ? later : 'Your profile is complete.'} Hand it in to be checked, and it gets the Verified badge.`,
          }
        : {
            tone: 'info',
            title: opens ? 'Your profile is not complete yet' : 'Owners cannot find you yet',
            text: `${missingFirst} ${opens ? later : 'You are listed as soon as your profile is complete.'}`,
          }
    case 'submitted':
      if (changes.length > 0)
        return {
          tone: 'info',
          title: 'Your change is being checked',
          text: `Until it’s verified, others keep seeing what was verified before${isListed ? '' : ', and you can’t be booked anew'}. We’ll tell you by bell and mail.`,
        }
      return {
        tone: 'info',
        title: 'Your profile is being checked',
        text: `We tell you by bell and mail. ${
          opens ? later : isListed ? 'Meanwhile owners can find you.' : 'Owners find you once it is verified.'
        }`,
      }
    case 'verified':
      if (isListed && changeRefused)
        return {
          tone: 'good',
          title: 'You are verified',
          text: `Owners can find you, with what was verified before. Your last change was not accepted.${why}`,
        }
      return isListed
        ? { tone: 'good', title: 'You are verified', text: opens ? later : 'Owners can find you.' }
        : {
            tone: 'warn',
            title: 'You are verified',
            text: `Owners cannot find you, since something is missing. ${missingFirst}`,
          }
    case 'rejected':
      return {
        tone: 'bad',
        title: 'Your profile was not verified',
        text: `${why.trim()} Change it and hand it in again.`.trim(),
      }
    case 'suspended':
      return {
        tone: 'bad',
        title: 'Your profile is suspended',
        text: `Owners cannot find you.${why} Contact us if you think this is a mistake.`,
      }
  }
}
