export { findPlacesNamed, type Looking } from './places.ts'
