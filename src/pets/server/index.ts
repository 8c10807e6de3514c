export { findPetForCare, listStandingCare } from './care.ts'
export { recordFindings } from './findings.ts'
