export { signOut } from './auth.ts'
export { type Session, useSession, useSessionKeeping } from './session.ts'
