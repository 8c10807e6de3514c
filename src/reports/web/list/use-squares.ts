import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import type { MapWindow } from '#/kernel/web/map/shapes.ts'
import type { ReportStatus } from '#/reports/rules.ts'
import { reports } from '#/reports/web/reports.ts'
import type { ListAddress } from './address.ts'

export type MapFilter = Pick<ListAddress, 'species' | 'days'> & { status: ReportStatus }

/** Returns the reports of a map's window, those of the window before while it loads. */
export function useSquares({ status, species, days }: MapFilter, window: MapWindow | null) {
  return useQuery({
    ...reports.query.map.queryOptions({
      input: { status, ...window!, ...(species && { species }), ...(days !== null && { days }) },
    }),
    enabled: window !== null,
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
  })
}
