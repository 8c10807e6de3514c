export { actorChannel, actorReader } from './actor.ts'
export { createAuth } from './auth.ts'
