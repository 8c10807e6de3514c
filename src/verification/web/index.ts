export { ProfileForm } from './ProfileForm.tsx'
export { ProviderPage } from './ProviderPage.tsx'
export { about, fullName, hourlyRate, place, yearsOfExperience } from './usual-fields.ts'
export { useStanding } from './verification.ts'
