import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import {
  findListed,
  listOptions,
  type ProviderPages,
  type ProviderSearch,
  type SearchOfTrade,
} from '#/appointments/web/index.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Trainer, trainingContract } from '#/training/contract.ts'
import { specializations } from '#/training/rules.ts'
import { speciality, trainerWords } from './words.ts'

export const training = rpcFor<typeof trainingContract>('training')

/** Drops unknown values from the URL. */
function inputOf(search: ProviderSearch | null) {
  const { specialization, ...others } = search ?? {}
  return { ...others, specialization: specializations.find((known) => known === specialization) }
}

const useTrainers = (search: ProviderSearch | null): ProviderPages<Trainer> =>
  useInfiniteQuery(
    training.query.trainers.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...inputOf(search), cursor }),
      enabled: search !== null,
      ...listOptions,
    }),
  )

export const trainerSearch: SearchOfTrade<Trainer, 'training'> = {
  trade: 'training',
  words: trainerWords,
  speciality,
  useProviders: useTrainers,
  peek: (search) => training.call.trainers(inputOf(search)),
}

/** Loads one trainer, and shows a list's data meanwhile. */
export const trainerById = (client: QueryClient, id: string) =>
  training.query.trainer.queryOptions({
    input: { id },
    placeholderData: () => findListed<Trainer>(client, training.query.trainers.key(), id),
  })
