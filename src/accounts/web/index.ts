export { signOut } from './auth.ts'
export { useForm } from './form.ts'
export { useSession, useSessionKeeping } from './session.ts'
