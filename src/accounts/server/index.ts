export { actorChannel, actorReader } from './actor.ts'
export { type Auth, addressHeader, createAuth } from './auth.ts'
