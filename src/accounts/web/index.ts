export { signOut } from './auth.ts'
export { useSession, useSessionFailure, useSessionKeeping } from './session.ts'
