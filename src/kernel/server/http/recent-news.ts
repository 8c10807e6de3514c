import { LRUCache } from 'lru-cache'
import { MINUTE } from '#/kernel/duration.ts'
import { everyone, type LiveTopic } from '#/kernel/live.ts'

/**
 * Remembers what was told in the last minute and to whom, for pages whose stream opens after they have read their data.
 * Beyond `most` people it forgets the earliest.
 */
export function openRecentNews(most = 50_000) {
  const rememberedMs = MINUTE
  const recent = new LRUCache<string, Map<LiveTopic, number>>({
    max: most,
    ttl: rememberedMs,
    // Also called when a minute is over.
    dispose: (told, _userId, reason) => {
      if (reason === 'evict') unknownUntil = Math.max(unknownUntil, ...told.values())
    },
  })
  let unknownUntil = performance.now()
  return {
    note(userId: string, topic: LiveTopic): void {
      recent.set(userId, (recent.get(userId) ?? new Map()).set(topic, performance.now()))
    },
    /** Begins anew, because news was missed. */
    forget(): void {
      recent.clear()
      unknownUntil = performance.now()
    },
    /** Returns the topics told to this person or to everybody in the last `ms`; null if there may have been others. */
    since(userId: string, ms: number): LiveTopic[] | null {
      const from = performance.now() - ms
      if (!(ms >= 0 && ms < rememberedMs) || from <= unknownUntil) return null
      const told = [userId, everyone].flatMap((whom) => [...(recent.get(whom) ?? [])])
      return [...new Set(told.filter(([, at]) => at >= from).map(([topic]) => topic))]
    },
  }
}
