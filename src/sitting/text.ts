import { pictureText } from '#/kernel/pictures.ts'
import type { sittingErrors } from './contract.ts'
import { type homeKinds, mostPhotos, type petSizes, type policies, type services } from './rules.ts'

const own: Readonly<Record<keyof typeof sittingErrors, string>> = {
  'sitting.too_many_photos': `You can show at most ${mostPhotos} photos. Please remove one first.`,
}
export const sittingText = { ...pictureText, ...own }

export const serviceText: Readonly<Record<(typeof services)[number], string>> = {
  'hostel-checkin': 'Hostel check-in',
  'dog-walking': 'Dog walking',
  'day-care': 'Day care',
}
export const sizeText: Readonly<Record<(typeof petSizes)[number], string>> = {
  small: 'Small, up to 10 kg',
  medium: 'Medium, up to 25 kg',
  large: 'Large, up to 40 kg',
  giant: 'Giant, over 40 kg',
}
export const homeText: Readonly<Record<(typeof homeKinds)[number], string>> = {
  house: 'House',
  apartment: 'Apartment',
  farm: 'Farm',
  other: 'Other',
}
/** The refund when the owner cancels. */
export const policyText: Readonly<Record<(typeof policies)[number], { name: string; line: string }>> = {
  flexible: { name: 'Flexible', line: 'Full refund until the day of the booking' },
  standard: { name: 'Standard', line: 'Full refund until 24 hours before; 72 hours for a hostel stay' },
  moderate: { name: 'Moderate', line: 'Full refund until 3 days before, half until 24 hours before' },
  strict: { name: 'Strict', line: 'Full refund until 7 days before, half until 3 days before' },
}
