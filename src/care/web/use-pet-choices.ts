import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { tradesOf } from '#/booking/trades.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { useMyPets } from '#/pets/web/index.ts'
import { care } from './care.ts'

/** Keeps the list usable; providers reach older patients through their appointments. */
const mostPatients = 200

/** Returns the reader's own pets and their patients, in groups. */
export function usePetChoices() {
  const { user } = useSession()
  const isProvider = tradesOf(user?.records ?? {}).length > 0
  const own = useMyPets({ all: true })
  const past = useMyPets({ all: true, which: 'past' })
  const patients = useInfiniteQuery(
    care.query.patients.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
      enabled: isProvider,
    }),
  )
  const rows = patients.data?.pages.flatMap((page) => page.rows) ?? []
  const { hasNextPage, isFetching, fetchNextPage } = patients
  const wantsMore = hasNextPage && !isFetching && rows.length < mostPatients
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  const mine = [...own.pets, ...past.pets].map(({ id, name }) => ({ value: id, label: name }))
  const theirs = rows.map(({ id, name, ownerName }) => ({ value: id, label: `${name} · ${ownerName}` }))
  const groups = [
    { group: 'My pets', items: mine },
    { group: 'My patients', items: theirs },
  ].filter(({ items }) => items.length > 0)
  // In a provider role, patients come first.
  const inOrder = user?.role === 'pet_owner' ? groups : groups.toReversed()
  return {
    groups: inOrder,
    first: inOrder[0]?.items[0]?.value ?? '',
    isPending: own.isPending || past.isPending || (isProvider && patients.isPending),
    isError: own.isError || past.isError || patients.isError,
    retry: () => {
      if (own.isError) own.retry()
      if (past.isError) past.retry()
      if (patients.isError) void patients.refetch()
    },
  }
}
