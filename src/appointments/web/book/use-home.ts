import { useQuery } from '@tanstack/react-query'
import { MINUTE } from '#/kernel/duration.ts'
import { limits } from '#/kernel/fields.ts'
import { owners } from '#/owners/web/index.ts'

/** Returns the profile's address with its city; '' while it loads, or if there is none. */
export function useHome(isNeeded: boolean): string {
  const { data } = useQuery({
    ...owners.query.profile.queryOptions({ staleTime: MINUTE }),
    enabled: isNeeded,
  })
  if (!data?.address) return ''
  const { address, city } = data
  const isWhole = !city || address.toLowerCase().includes(city.toLowerCase())
  return (isWhole ? address : `${address}, ${city}`).slice(0, limits.short)
}
