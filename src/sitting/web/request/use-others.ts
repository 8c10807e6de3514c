import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useSession } from '#/accounts/web/index.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import { usePosition } from '#/appointments/web/index.ts'
import { type Estimate, estimateOf } from '#/sitting/estimate.ts'
import type { Plan } from '#/sitting/plan.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { toSearch, usualRadius, type Wanted } from '#/sitting/web/find/address.ts'
import { ratesOf } from '#/sitting/web/rates.ts'
import { type FoundSitter, sitting } from '#/sitting/web/sitting.ts'

export type OtherSitter = { sitter: FoundSitter; estimate: Estimate }

type Asked = { sitter: Pick<SitterPage, 'id' | 'location'>; wanted: Wanted; plan: Plan | null }

/** Finds other sitters nearby who have room for the same, and the refund policies of the selected ones. */
export function useOthers({ sitter, wanted, plan }: Asked, chosenIds: readonly string[]) {
  const near = wanted.near || sitter.location || undefined
  const { position, isError: isLost } = usePosition(near, useSession().user?.id ?? null)
  const isLocated = !near || position !== undefined || isLost
  const filters = position ? { within: usualRadius } : {}
  const query = useQuery(
    sitting.query.sitters.queryOptions({
      input: toSearch({ wanted, filters }, plan, position ?? null),
      enabled: plan !== null && isLocated,
      placeholderData: keepPreviousData,
    }),
  )
  const found: OtherSitter[] = plan
    ? (query.data?.rows ?? [])
        .filter(({ id }) => id !== sitter.id)
        .map((one) => ({ sitter: one, estimate: estimateOf(plan, ratesOf(one)) }))
    : []
  const chosen = found.filter((other) => chosenIds.includes(other.sitter.id))
  const pages = useQueries({
    queries: chosen.map(({ sitter: { id } }) => sitting.query.sitter.queryOptions({ input: { id } })),
  })
  return {
    found,
    chosen: chosen.map((other, index) => ({
      ...other,
      refundPolicy: pages[index]?.data?.refundPolicy satisfies RefundPolicy | undefined,
    })),
    isError: query.isError,
    isPending: plan !== null && query.isPending,
    retry: () => void query.refetch(),
  }
}
