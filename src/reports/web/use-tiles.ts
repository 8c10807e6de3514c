import { useQuery } from '@tanstack/react-query'
import type { Tiles } from '#/kernel/web/map/shapes.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { locationContract } from '#/location/contract.ts'

const location = rpcFor<typeof locationContract>('location')

/** Returns where maps get their images: null if this place has no source or didn't tell, undefined until it is known. */
export function useTiles(): Tiles | null | undefined {
  const { data, isError } = useQuery(
    location.query.service.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  )
  return isError ? null : data?.tiles
}
