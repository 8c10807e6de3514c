import { onDemand } from '#/kernel/web/on-demand.ts'

export { AuthError, sendPhoneCode } from './auth.ts'
export { confirmPhone } from './confirm-phone.ts'
export { useForm } from './form.ts'
export { PhoneCodeForm } from './PhoneCodeForm.tsx'
export { Proof } from './Proof.tsx'
export { withProof } from './proof.ts'
export { refreshSession, signOut, useSession, useSessionFailure, useSessionKeeping } from './session.ts'
export { ApiTokens } from './settings/ApiTokens.tsx'
export { NameAndPhoto } from './settings/NameAndPhoto.tsx'
export { OwnWaysIn } from './settings/OwnWaysIn.tsx'
export { PasswordForm } from './settings/PasswordForm.tsx'
export { Sessions } from './settings/Sessions.tsx'
export { TimeZoneChoice } from './settings/TimeZoneChoice.tsx'
export { useTimeZoneNotice } from './time-zone.ts'
export { useUnconfirmed } from './use-unconfirmed.ts'

export const linkPhoneDialog = onDemand(() => import('./LinkPhoneDialog.tsx'))
