export { ProfileForm } from './ProfileForm.tsx'
export { ProviderPage } from './ProviderPage.tsx'
export { useStanding } from './verification.ts'
