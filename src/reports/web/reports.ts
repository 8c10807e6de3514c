import type { QueryClient } from '@tanstack/react-query'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { reportsContract } from '#/reports/contract.ts'

export const reports = rpcFor<typeof reportsContract>('reports')

export const reportById = (id: string) => reports.query.report.queryOptions({ input: { id } })

export const matchesFor = (id: string) => reports.query.matches.queryOptions({ input: { id } })

export const timelineOf = (id: string) =>
  reports.query.timeline.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, cursor }),
    ...byCursor,
  })

/** Refetches everything about reports after a write. */
export const reloadReports = (client: QueryClient = queryClient) =>
  client.invalidateQueries({ queryKey: reports.query.key() })
