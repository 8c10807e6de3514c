import { useQuery } from '@tanstack/react-query'
import { limits } from '#/kernel/fields.ts'
import { owners } from '#/owners/web/index.ts'

/** Returns the address in the owner's profile, with its city; '' until it is loaded, and without one. */
export function useHome(isNeeded: boolean): string {
  const { data } = useQuery({
    ...owners.query.profile.queryOptions({ staleTime: 60_000 }),
    enabled: isNeeded,
  })
  if (!data?.address) return ''
  const { address, city } = data
  const isWhole = !city || address.toLowerCase().includes(city.toLowerCase())
  return (isWhole ? address : `${address}, ${city}`).slice(0, limits.short)
}
