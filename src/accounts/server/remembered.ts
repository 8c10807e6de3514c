import { LRUCache } from 'lru-cache'
import { MINUTE } from '#/kernel/duration.ts'
import type { Listener } from '#/kernel/server/listen.ts'
import type { Actor } from '#/kernel/server/work.ts'

const rememberedFor = MINUTE

export const actorChannel = 'actor_changed'

/**
 * Caches for a minute who a cookie or a token belongs to. The database notifies every process when a session or token
 * ends or a person changes; while that connection is down, nothing is cached.
 */
export function rememberingActors(listener: Listener) {
  const remembered = new LRUCache<string, Actor>({
    max: 20_000,
    ttl: rememberedFor,
    dispose: ({ userId }, key) => {
      const keys = keysOf.get(userId)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(userId)
    },
  })
  const keysOf = new Map<string, Set<string>>()
  let changes = 0

  listener.on(actorChannel, (userId) => {
    changes++
    for (const key of [...(keysOf.get(userId) ?? [])]) remembered.delete(key)
  })
  listener.onConnect(() => {
    changes++
    remembered.clear()
  })

  return {
    get: (key: string) => (listener.connected ? remembered.get(key) : undefined),

    forget(key: string): void {
      changes++
      remembered.delete(key)
    },

    /** Reads an actor and caches it, unless a change was reported meanwhile. */
    async read(key: string, find: () => Promise<Actor | null>): Promise<Actor | null> {
      const changesBefore = changes
      const actor = await find()
      if (actor && listener.connected && changes === changesBefore) {
        remembered.set(key, actor)
        keysOf.set(actor.userId, (keysOf.get(actor.userId) ?? new Set()).add(key))
      }
      return actor
    },
  }
}

export type RememberedActors = ReturnType<typeof rememberingActors>
