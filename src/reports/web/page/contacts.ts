import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { openedHere } from '#/messaging/web/index.ts'
import { reports } from '#/reports/web/reports.ts'

/** Reads with whom the person writes about a report; undefined for visitors and while loading. */
export function useContacts(reportId: string) {
  const { user } = useSession()
  const options = reports.query.contacts.queryOptions({
    input: { id: reportId },
    refetchInterval: unlessLive(30_000),
  })
  return useQuery({ ...options, enabled: user !== null }).data?.rows
}

export const threadAddress = (contactId: string) => `?openMessages=true&messages=${contactId}`

/** Opens a thread over the page; closing it goes back. */
export function useOpenThread() {
  const [, setParams] = useSearchParams()
  return (contactId: string, isAsked: boolean) =>
    setParams(threadAddress(contactId).slice(1), {
      replace: isAsked,
      preventScrollReset: true,
      ...(!isAsked && { state: openedHere }),
    })
}

/** Tells whether the address asks for messages without saying whose. */
export function useAskedForMessages(): boolean {
  const [params] = useSearchParams()
  return params.get('openMessages') === 'true' && !params.has('messages')
}
