import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { findListed, listOptions, type ProviderPages, type ProviderSearch } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Stylist, stylingContract } from '#/styling/contract.ts'
import { services } from '#/styling/rules.ts'

export const styling = rpcFor<typeof stylingContract>('styling')

/** Drops unknown values from the URL. */
function inputOf(search: ProviderSearch | null) {
  const { specialization, ...others } = search ?? {}
  return { ...others, service: services.find((known) => known === specialization) }
}

export const useStylists = (search: ProviderSearch | null): ProviderPages<Stylist> =>
  useInfiniteQuery(
    styling.query.stylists.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...inputOf(search), cursor }),
      enabled: search !== null,
      ...listOptions,
    }),
  )

export const peek = (search: ProviderSearch) => styling.call.stylists(inputOf(search))

/** Loads one stylist, and shows a list's data meanwhile. */
export const stylistById = (client: QueryClient, id: string) =>
  styling.query.stylist.queryOptions({
    input: { id },
    placeholderData: () => findListed<Stylist>(client, styling.query.stylists.key(), id),
  })
