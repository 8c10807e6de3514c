export { signOut } from './auth.ts'
export { useForm } from './form.ts'
export { refreshSession, useSession, useSessionFailure, useSessionKeeping } from './session.ts'
