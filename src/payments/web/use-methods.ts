import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '#/kernel/web/toast.ts'
import { methodsFailedText } from '../text.ts'
import { payments } from './payments.ts'

/** One's saved methods. Whoever adds one in another tab finds it here on coming back. */
export function useMethods() {
  const query = useQuery(
    payments.query.methods.queryOptions({ staleTime: 0, refetchOnWindowFocus: 'always' }),
  )
  const { isError, refetch } = query
  useEffect(() => {
    // Two windows side by side are both visible all the time: then only the focus tells.
    const look = () => void refetch()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message: methodsFailedText })
  }, [isError])
  return query
}
