import { useQuery } from '@tanstack/react-query'
import type { Position } from '#/location/rules.ts'
import { loadLookups, useKnownName, useKnownPosition } from '#/location/web/index.ts'

/** Looks up a place's position. Undefined while it is looked up, null if no place has that name. */
export function usePosition(name: string | undefined, userId: string | null) {
  const own = useKnownPosition(userId)
  const isOwn = own !== null && own.name === name
  const found = useQuery({
    queryKey: ['position', name],
    queryFn: async () => (await (await loadLookups()).placesNamed(name!))[0] ?? null,
    enabled: name !== undefined && !isOwn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const position: Position | null | undefined = isOwn ? own : found.data
  return { position, isError: !isOwn && found.isError, retry: () => void found.refetch() }
}

/**
 * Returns where the person is, looking up the name of a place that has no position yet, such as the city of their
 * profile. Undefined while it is looked up, null if it isn't known.
 */
export function useOwnPosition(userId: string | null): Position | null | undefined {
  const known = useKnownName(userId) ?? undefined
  const { position, isError } = usePosition(known, userId)
  return known === undefined || isError ? null : position
}
