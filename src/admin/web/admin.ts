import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { adminContract } from '#/admin/contract.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

/** Where the browser sends the admin's cookie, and nowhere else. */
export const admin = rpcFor<typeof adminContract>('admin', '/api/admin/rpc')

export type DeskSession =
  | { state: 'loading' | 'signed-out' | 'unknown'; admin?: undefined }
  | { state: 'signed-in'; admin: { id: string; name: string; email: string; role: string } }

/** Who is signed in at the desk. Looked at every minute, which does not keep the session open. */
export function useDeskSession(): DeskSession & { retry(): void } {
  const { data, isError, refetch } = useQuery(
    admin.query.me.queryOptions({ staleTime: 0, refetchInterval: 60_000, refetchOnWindowFocus: 'always' }),
  )
  const retry = () => void refetch()
  if (data?.admin) return { state: 'signed-in', admin: data.admin, retry }
  return { state: data ? 'signed-out' : isError ? 'unknown' : 'loading', retry }
}

/** False for support, who may do less: the desk shows them no control for what `admin:full` keeps from them. */
export function useIsAdministrator(): boolean {
  const { data } = useQuery(admin.query.me.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return data?.admin?.role === 'admin'
}

/** What was on screen belongs to whoever was signed in. */
export async function deskSessionChanged(): Promise<void> {
  const isSession = (key: readonly unknown[]) => JSON.stringify(key[0]) === JSON.stringify(['admin', 'me'])
  const ofDesk = (key: readonly unknown[]) => Array.isArray(key[0]) && key[0][0] === 'admin'
  queryClient.removeQueries({ predicate: ({ queryKey }) => ofDesk(queryKey) && !isSession(queryKey) })
  await queryClient.invalidateQueries({ queryKey: admin.query.me.key() })
}

/** As soon as one call is told that nobody is signed in, the desk looks whether that is so. */
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
