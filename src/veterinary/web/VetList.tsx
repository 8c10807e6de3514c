import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { VetCard } from './VetCard.tsx'
import { VetCardGhost } from './VetCardGhost.tsx'
import css from './VetList.module.css'
import { type VetFilters, vetList } from './veterinary.ts'

type Props = {
  filters: VetFilters
  linkTo: (vetId: string) => string
  onIntent: (vetId: string) => void
  onClear: () => void
  /** The first cards are there; answers with how to take back what that began. */
  onShown: () => () => void
}

const failedText = 'Failed to load veterinarians. Please try again.'

/** The vets that match, in each state a list can be in. */
export function VetList({ filters, linkTo, onIntent, onClear, onShown }: Props) {
  const list = useInfiniteQuery({ ...vetList(filters), placeholderData: keepPreviousData })
  const own = useSession().user?.records.veterinary_doctor
  const { isError, errorUpdatedAt } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second failure is told anew
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message: failedText })
  }, [isError, errorUpdatedAt])

  const shown = list.isSuccess
  useEffect(() => (shown ? onShown() : undefined), [shown, onShown])

  const vets = list.data?.pages.flatMap(({ rows }) => rows) ?? []
  const filtered = Boolean(filters.location || filters.specialization)
  if (list.isError && !list.data)
    return (
      <Note
        drawing="something-went-wrong"
        title={failedText}
        action={
          <Button onClick={() => list.refetch()} loading={list.isFetching}>
            Retry
          </Button>
        }
      />
    )
  return (
    <>
      <p className={css.count} role="status">
        {list.data ? countText(vets.length, list.hasNextPage) : 'Loading veterinarians...'}
      </p>
      {list.data && vets.length === 0 ? (
        <Note
          drawing="no-results"
          title={emptyText(filters)}
          action={filtered && <Button onClick={onClear}>Clear filters</Button>}
        />
      ) : (
        <ul className={css.list} aria-busy={list.isPlaceholderData || list.isPending}>
          {vets.map((vet) => (
            <li key={vet.id}>
              <VetCard vet={vet} to={linkTo(vet.id)} onIntent={onIntent} isOwn={vet.id === own} />
            </li>
          ))}
          {(list.isPending || list.isFetchingNextPage) &&
            ghosts.map((ghost) => (
              <li key={ghost}>
                <VetCardGhost />
              </li>
            ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={css.more}>
          <Button
            variant="default"
            onClick={() => list.fetchNextPage()}
            disabled={list.isFetchingNextPage || list.isPlaceholderData}
          >
            {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

const ghosts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** How many there are, as far as it is known: the rest is only counted when it is here. */
function countText(shown: number, hasMore: boolean): string {
  if (hasMore) return `The first ${shown} veterinarians, best rated first`
  if (shown === 0) return ''
  return shown === 1 ? '1 veterinarian' : `${shown} veterinarians, best rated first`
}

function emptyText({ location, specialization }: VetFilters): string {
  if (location && specialization) return 'No veterinarian matches both filters.'
  if (location || specialization) return 'No veterinarian matches this filter.'
  return 'No veterinarian is listed here yet.'
}

function Note({ drawing, title, action }: { drawing: DrawingName; title: string; action: ReactNode }) {
  return (
    <div className={css.note}>
      <Drawing name={drawing} />
      <h2>{title}</h2>
      {action}
    </div>
  )
}
