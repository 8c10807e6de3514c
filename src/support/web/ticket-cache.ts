import { queryClient } from '#/kernel/web/query-client.ts'
import { support } from './support.ts'

export function refreshTickets(): Promise<unknown> {
  const { ticket, tickets } = support.query
  return Promise.all(
    [ticket, tickets].map((query) => queryClient.invalidateQueries({ queryKey: query.key() })),
  )
}
