export { PinIcon } from './icons.tsx'
export { LocationLine } from './LocationLine.tsx'
export { forgetLocation, useKnownPlace } from './user-location.ts'
