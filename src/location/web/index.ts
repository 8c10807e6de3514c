export { askExactPosition } from './ask-position.ts'
export { AimIcon, PinIcon } from './icons.tsx'
export { LocationLine } from './LocationLine.tsx'
export { loadLookups } from './load-lookups.ts'
export { PlaceChoices } from './PlaceChoices.tsx'
export { useAreasAround } from './use-areas-around.ts'
export {
  forgetLocation,
  useKnownName,
  useKnownPlace,
  useKnownPosition,
  useUserLocation,
} from './user-location.ts'
