import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { isUuid } from '#/kernel/uuid.ts'
import type { Order } from '#/shop/orders.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'

type Props = { orderId: string; missing: ReactNode; failed: (retry: () => void) => ReactNode }

/** Leads sellers of an order that the reader didn't buy to their part of it, and admins to the order in the admin area. */
export default function OtherSides({ orderId, missing, failed }: Props) {
  const isId = isUuid(orderId)
  const sold = useQuery({
    ...shop.query.sold.queryOptions({ input: { order: orderId as Order['id'] } }),
    enabled: isId,
    retry: 1,
  })
  const desk = useQuery({ queryKey: ['is admin'], queryFn: isAdmin, enabled: isId, retry: false })
  if (!isId) return missing
  if (sold.data && sold.data.rows.length > 0)
    return <Navigate to={`/my-orders?side=sold&order=${orderId}`} replace />
  if (desk.data) return <Navigate to={`/admin-dashboard?view=orders&reference=${orderId}`} replace />
  const unknown = [sold, desk].filter(({ data }) => data === undefined)
  if (unknown.some(({ isFetching }) => isFetching))
    return (
      <div className={css.page}>
        <div className={css.ghost} role="status" aria-label="Loading" />
      </div>
    )
  if (unknown.length > 0) return failed(() => unknown.forEach(({ refetch }) => void refetch()))
  return missing
}

/** Admins have a session of their own, which only the server sees. */
async function isAdmin({ signal }: { signal: AbortSignal }): Promise<boolean> {
  const answer = await fetch('/api/admin/me', { signal })
  if (answer.status >= 500) throw new Error(`The server answered ${answer.status}`)
  return answer.ok && ((await answer.json()) as { admin: unknown }).admin !== null
}
