import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Filters, ProviderPages } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Stylist, stylingContract } from '#/styling/contract.ts'
import { services } from '#/styling/rules.ts'

export const styling = rpcFor<typeof stylingContract>('styling')

export const useStylists = ({ location, specialization }: Filters): ProviderPages<Stylist> =>
  useInfiniteQuery(
    styling.query.stylists.infiniteOptions({
      input: (cursor: string | undefined) => ({
        location,
        // An address may name a service that nobody offers.
        service: services.find((service) => service === specialization),
        cursor,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // Long enough to come back to the list as it was left.
      gcTime: 15 * 60_000,
      placeholderData: keepPreviousData,
    }),
  )

/** One stylist; what a list already knows of them is shown meanwhile. */
export const stylistById = (client: QueryClient, id: string) =>
  styling.query.stylist.queryOptions({ input: { id }, placeholderData: () => findListed(client, id) })

function findListed(client: QueryClient, id: string): Stylist | undefined {
  return client
    .getQueriesData<InfiniteData<{ rows: Stylist[] }>>({ queryKey: styling.query.stylists.key() })
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((stylist) => stylist.id === id)
}
