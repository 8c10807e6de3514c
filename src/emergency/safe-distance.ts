import type { Source } from './sources.ts'

/** Advice for people near an injured animal until a rescuer comes. */
export const safeDistance: {
  steps: readonly string[]
  avoid: readonly string[]
  sources: readonly Source[]
} = {
  steps: [
    'Watch out for traffic first. Stand where drivers can see you.',
    'Step back to a safe distance, keep others away too, and keep the animal in sight.',
    'Take your photo from there.',
  ],
  avoid: [
    'Don’t touch or chase a large or wild animal. Even a gentle one may bite when it’s hurt.',
    'Don’t give food or water: that’s a risk if it needs sedation.',
  ],
  sources: [
    {
      by: 'Help Wildlife',
      title: 'Road accidents',
      url: 'https://helpwildlife.co.uk/sick-or-injured-wildlife/rta/',
      published: null,
    },
    {
      by: 'RSPCA Sunderland',
      title: 'What to do if you’re concerned about a wild animal',
      url: 'https://www.rspca-sunderland.org.uk/news/what-to-do-if-you%E2%80%99re-concerned-about-a-wild-animal',
      published: '31 March 2023',
    },
    {
      by: 'Tenikwa Wildlife Rehabilitation',
      title: 'Rescue advice: injured wildlife',
      url: 'https://tenikwa.com/rescue-advice-injured-wildlife/',
      published: null,
    },
  ],
}
