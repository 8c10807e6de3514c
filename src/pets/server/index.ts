export { findPetForCare } from './care.ts'
export { recordFindings } from './findings.ts'
