export { signOut } from './auth.ts'
export { useSession, useSessionKeeping } from './session.ts'
