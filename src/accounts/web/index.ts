export { signOut } from './auth.ts'
export { refreshSession, useSession, useSessionFailure, useSessionKeeping } from './session.ts'
