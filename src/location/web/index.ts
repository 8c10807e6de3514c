export { PinIcon } from './icons.tsx'
export { LocationLine } from './LocationLine.tsx'
export { useKnownPosition, usePosition } from './use-position.ts'
export { forgetLocation, useKnownPlace } from './user-location.ts'
