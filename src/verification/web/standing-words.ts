import type { Tone } from '#/kernel/web/form/ProgressBanner.tsx'
import type { Standing } from '#/verification/contract.ts'

export type Words = { tone: Tone; title: string; text: string }

const missingFirst = 'Fill in what is missing below.'

/** What someone has to know of their record, and do next. */
export function wordsOf(standing: Standing | null): Words {
  if (!standing)
    return {
      tone: 'info',
      title: 'Tell owners about you',
      text: 'Fill in the form and save it. You can change everything later.',
    }
  const { status, isListed, needsVerification, missing, reason } = standing
  const why = reason ? ` Reason: ${reason}` : ''
  switch (status) {
    case 'draft':
      if (needsVerification) {
        return missing.length > 0
          ? {
              tone: 'info',
              title: 'Not handed in yet',
              text: `${missingFirst} Then hand your profile in: owners find you once it has been checked.`,
            }
          : {
              tone: 'warn',
              title: 'Ready to be handed in',
              text: 'Nothing is missing. Hand your profile in, and owners find you once it has been checked.',
            }
      }
      return isListed
        ? {
            tone: 'good',
            title: 'Owners can find you',
            text: 'Your profile is complete. Hand it in to be checked, and it gets the Verified badge.',
          }
        : {
            tone: 'info',
            title: 'Owners cannot find you yet',
            text: `${missingFirst} You are listed as soon as your profile is complete.`,
          }
    case 'submitted':
      return {
        tone: 'info',
        title: 'Your profile is being checked',
        text: isListed
          ? 'We tell you by bell and mail. Meanwhile owners can find you.'
          : 'We tell you by bell and mail. Owners find you once it is verified.',
      }
    case 'verified':
      return isListed
        ? { tone: 'good', title: 'You are verified', text: 'Owners can find you.' }
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
