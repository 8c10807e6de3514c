import type { TradeWords } from '#/appointments/web/index.ts'
import { specializations } from '#/training/rules.ts'
import { agreementText, missingText } from '#/training/text.ts'

export const trainerWords: TradeWords = {
  provider: 'pet trainer',
  providers: 'pet trainers',
  title: 'Trainer',
  short: 'trainer',
  called: 'trainer',
  inPerson: 'training',
  online: 'online training',
  onlineOne: 'an online training session',
  meetAt: (place) => (place ? `You meet in ${place}.` : 'You and the trainer agree on a place.'),
  meetOnline: 'You meet over WhatsApp, a Zoom meeting or Google Meet.',
  bookTitle: 'Book Training Session',
  book: 'Book Session',
  reason: { label: 'Special instructions (optional)', hint: 'What should the trainer know beforehand?' },
  agreement: agreementText,
  saysMissing: missingText,
}

export const speciality = {
  label: 'Specialization',
  any: 'All specializations',
  options: specializations,
}
