import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { adminContract } from '#/admin/contract.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

/** The only path to which the browser sends the admin's cookie. */
export const admin = rpcFor<typeof adminContract>('admin', '/api/admin/rpc')

export type DeskSession =
  | { state: 'loading' | 'signed-out' | 'unknown'; admin?: undefined }
  | { state: 'signed-in'; admin: { id: string; name: string; email: string; role: string } }

/** Returns which admin is logged in. Checked every minute, which doesn't keep the session open. */
export function useDeskSession(): DeskSession & { retry(): void } {
  const { data, isError, refetch } = useQuery(
    admin.query.me.queryOptions({ staleTime: 0, refetchInterval: MINUTE, refetchOnWindowFocus: 'always' }),
  )
  const retry = () => void refetch()
  if (data?.admin) return { state: 'signed-in', admin: data.admin, retry }
  return { state: data ? 'signed-out' : isError ? 'unknown' : 'loading', retry }
}

/** False for support, who see no controls for what `admin:full` reserves. */
export function useIsAdministrator(): boolean {
  const { data } = useQuery(admin.query.me.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return data?.admin?.role === 'admin'
}

/** Removes the previous admin's data from the screen. */
export async function deskSessionChanged(): Promise<void> {
  const isSession = (key: readonly unknown[]) => JSON.stringify(key[0]) === JSON.stringify(['admin', 'me'])
  const ofDesk = (key: readonly unknown[]) => Array.isArray(key[0]) && key[0][0] === 'admin'
  queryClient.removeQueries({ predicate: ({ queryKey }) => ofDesk(queryKey) && !isSession(queryKey) })
  await queryClient.invalidateQueries({ queryKey: admin.query.me.key() })
}

/** Checks the session as soon as one call is told that nobody is logged in. */
export function useNoticeOfEnd(): void {
  useEffect(() => {
    const look = (error: unknown) => {
      if (errorCode(error) === 'request.signed_out')
        void queryClient.invalidateQueries({ queryKey: admin.query.me.key() })
    }
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
