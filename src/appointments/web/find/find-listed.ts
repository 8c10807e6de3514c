import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** Finds a provider among the loaded lists below this key. */
export const findListed = <Provider extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
): Provider | undefined =>
  client
    .getQueriesData<InfiniteData<{ rows: Provider[] }>>({ queryKey })
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((provider) => provider.id === id)
