export { ProfileForm } from './ProfileForm.tsx'
export { ProviderPage } from './ProviderPage.tsx'
