import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Area, locationContract } from '#/location/contract.ts'
import { mostKmAround } from '#/location/rules.ts'

const location = rpcFor<typeof locationContract>('location')

type Window = { north: number; south: number; west: number; east: number }

/** Returns names to draw in a map's window; none while it isn't known. */
export function useAreasAround(window: Window | null): readonly Area[] {
  const asked = window && askedOf(window)
  const { data } = useQuery({
    queryKey: ['areas around', asked],
    queryFn: async () => (await location.call.areasAround(asked!)).areas,
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (asked && data) ?? none
}

const none: readonly Area[] = []

/** Widens the window to round numbers, so that a small move asks for nothing. */
function askedOf({ north, south, west, east }: Window) {
  const half = (Math.max(north - south, (east - west) * Math.cos((north * Math.PI) / 180)) / 2) * 111
  const km = 2 ** Math.ceil(Math.log2(Math.max(1, half)))
  const step = Math.max(0.01, km / 111 / 2)
  const round = (degrees: number) => Number((Math.round(degrees / step) * step).toFixed(4))
  return {
    lat: round((north + south) / 2),
    lon: round((west + east) / 2),
    km: Math.min(km * 1.5, mostKmAround),
  }
}
