import { ORPCError } from '@orpc/client'
import { errorCode } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { locationContract, Place } from '#/location/contract.ts'
import type { Position } from '#/location/rules.ts'
import type { LocationError } from '#/location/text.ts'

const location = rpcFor<typeof locationContract>('location')

/** The first look-up after a start may take a while; a longer one won't finish. */
const patience = 20_000
const options = () => ({ signal: AbortSignal.timeout(patience) })

/** Changes only with the operator's settings. */
export const serviceOptions = location.query.service.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
export const lookupService = () => queryClient.fetchQuery({ ...serviceOptions, retry: false })

/** A POST, so that nobody's location is in a URL. */
export const placeAt = async (position: Position): Promise<Place | null> =>
  (await location.call.placeAt(position, options())).place

export const placesNamed = async (name: string): Promise<Place[]> =>
  (await location.call.placesNamed({ name }, options())).places

export function reasonOf(error: unknown): LocationError {
  if (errorCode(error) === 'request.too_many') return 'tooMany'
  return error instanceof ORPCError ? 'load' : 'fetch'
}
