export { signOut } from './auth.ts'
export { useForm } from './form.ts'
export { refreshSession, useSession, useSessionKeeping } from './session.ts'
