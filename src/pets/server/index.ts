export { findPetForCare } from './care.ts'
