import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '#/kernel/web/toast.ts'
import { methodsFailedText } from '#/payments/text.ts'
import { payments } from './payments.ts'

/** Reads the saved methods, and again when the window gets the focus: methods are added in another tab. */
export function useMethods() {
  const query = useQuery(
    payments.query.methods.queryOptions({ staleTime: 0, refetchOnWindowFocus: 'always' }),
  )
  const { isError, refetch } = query
  useEffect(() => {
    // TanStack Query reacts to visibility, but two windows side by side stay visible.
    const look = () => void refetch()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  useEffect(() => {
    if (isError) toast({ kind: 'error', title: 'Error', message: methodsFailedText })
  }, [isError])
  return query
}
