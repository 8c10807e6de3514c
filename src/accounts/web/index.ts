export { signOut } from './auth.ts'
export { refreshSession, useSession, useSessionKeeping } from './session.ts'
