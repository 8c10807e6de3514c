export { findPlacesNamed, type Looking } from './places.ts'
export { pointOf } from './point.ts'
