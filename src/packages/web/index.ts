export { usablePackages } from './packages.ts'
export { TrainerPackages } from './TrainerPackages.tsx'
export { eventText, lastDayText, lengthText, statusText, useText } from './words.ts'
