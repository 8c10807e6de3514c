import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import type { LiveTopic } from '#/kernel/live.ts'
import { followLive, type LiveNews } from '#/kernel/web/live.ts'

/** The domains whose data a topic may have changed. Most changes that others make come with a notification. */
const domainsOf: Record<LiveTopic, readonly string[]> = {
  notifications: [
    'notifications',
    'appointments',
    'packages',
    'payments',
    'ratings',
    'reports',
    'sitting',
    'support',
    'verification',
  ],
  messaging: ['messaging', 'reports'],
  appointments: ['appointments', 'booking', 'sitting', 'packages', 'messaging'],
  times: ['booking'],
  payments: ['payments', 'appointments', 'packages', 'shop'],
  orders: ['shop', 'payments'],
  todo: ['todo', 'households'],
  reports: ['reports'],
}
const everything = [...new Set(Object.values(domainsOf).flat())]

/** Hints that everybody gets at once: open pages spread their requests over this many milliseconds. */
const spread: Partial<Record<LiveNews, number>> = { reports: 2_000 }

/** First answers that are asked for again once they have arrived. */
const awaited = new WeakSet<Query>()

/** Loads what is shown of these domains again. */
function reload(client: QueryClient, news: LiveNews): void {
  const domains = news === 'again' ? everything : domainsOf[news]
  const predicate = ({ queryKey }: Query) =>
    domains.includes((queryKey as [(readonly string[])?])[0]?.[0] ?? '')
  // A first answer that is on its way may be older than the news, and isn't asked for again while it is.
  for (const query of client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }))
    if (query.state.data === undefined && !awaited.has(query)) {
      awaited.add(query)
      query.promise?.then(
        () => {
          awaited.delete(query)
          void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
        },
        () => awaited.delete(query),
      )
    }
  void client.invalidateQueries({ predicate })
}

/** Keeps the pages of a signed-in person up to date without reloading. */
export function Live() {
  const session = useSession()
  const userId = session.state === 'signed-in' ? session.user.id : undefined
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    const waiting = new Set<ReturnType<typeof setTimeout>>()
    const stop = followLive((news) => {
      const most = spread[news]
      if (!most) return reload(client, news)
      const timer = setTimeout(() => {
        waiting.delete(timer)
        reload(client, news)
      }, Math.random() * most)
      waiting.add(timer)
    })
    return () => {
      stop()
      waiting.forEach(clearTimeout)
    }
  }, [userId, client])
  return null
}
