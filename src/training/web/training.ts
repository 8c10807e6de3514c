import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { Filters, ProviderPages } from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Trainer, trainingContract } from '#/training/contract.ts'
import { specializations } from '#/training/rules.ts'

export const training = rpcFor<typeof trainingContract>('training')

export const useTrainers = ({ location, specialization: wanted }: Filters): ProviderPages<Trainer> => {
  // An address may ask for what nobody teaches.
  const specialization = specializations.find((known) => known === wanted)
  return useInfiniteQuery(
    training.query.trainers.infiniteOptions({
      input: (cursor: string | undefined) => ({ location, specialization, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // Long enough to come back to the list as it was left.
      gcTime: 15 * 60_000,
      placeholderData: keepPreviousData,
    }),
  )
}

/** One trainer; what a list already knows of them is shown meanwhile. */
export const trainerById = (client: QueryClient, id: string) =>
  training.query.trainer.queryOptions({ input: { id }, placeholderData: () => findListed(client, id) })

function findListed(client: QueryClient, id: string): Trainer | undefined {
  return client
    .getQueriesData<InfiniteData<{ rows: Trainer[] }>>({ queryKey: training.query.trainers.key() })
    .flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? [])
    .find((trainer) => trainer.id === id)
}
