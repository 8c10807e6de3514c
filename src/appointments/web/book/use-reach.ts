import { useQuery } from '@tanstack/react-query'
import { useSession } from '#/accounts/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { owners } from '#/owners/web/index.ts'

/** Returns the ways to contact the owner. Until they are loaded, every way counts. */
export function useReach() {
  const { user } = useSession()
  const profile = useQuery(owners.query.profile.queryOptions({ staleTime: MINUTE })).data
  const phone = user?.phoneNumber || profile?.phoneNumber
  return { phone: !profile || Boolean(phone), email: !user || user.email !== null }
}

export type Reach = ReturnType<typeof useReach>

/** Returns the preferred way, or the only one. */
export function reachedBy(wanted: 'phone' | 'email', reach: Reach): 'phone' | 'email' {
  if (reach[wanted]) return wanted
  const other = wanted === 'phone' ? 'email' : 'phone'
  return reach[other] ? other : wanted
}
