export { actorChannel } from './actor.ts'
export { createAuth } from './auth.ts'
