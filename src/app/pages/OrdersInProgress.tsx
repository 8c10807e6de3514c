import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MINUTE } from '#/kernel/duration.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { expectedText } from '#/shop/delivery-time.ts'
import { isInProgress } from '#/shop/order-states.ts'
import { StatusChip } from '#/shop/web/index.ts'
import { shop } from '#/shop/web/shop.ts'
import block from './Block.module.css'
import { All } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './OrdersInProgress.module.css'

const shown = 3

/** Shows the latest parcels that a buyer waits for, and where each of them is. */
export function OrdersInProgress() {
  const query = useQuery(
    shop.query.orders.queryOptions({ input: { show: 'open' }, refetchInterval: unlessLive(MINUTE) }),
  )
  const parcels = (query.data?.rows ?? []).flatMap(({ id, parts }) =>
    parts.filter(({ status }) => isInProgress(status)).map((part) => ({ ...part, id })),
  )
  return (
    <DashboardBlock
      title="Orders in progress"
      aside={<All to="/my-orders">My orders</All>}
      isPending={query.isPending}
      isError={query.isLoadingError}
      retry={query.refetch}
    >
      {parcels.length === 0 ? (
        <p className={block.none}>
          No orders in progress. <Link to="/merchandise">Look at products</Link>
        </p>
      ) : (
        <ul className={css.list}>
          {parcels.slice(0, shown).map(({ id, seller, what, count, expected, status }) => (
            <li key={`${id} ${seller} ${what}`}>
              <Link to={`/order-confirmation/${id}`} className={css.parcel}>
                <span>
                  <strong>
                    {what}
                    {count > 1 && ` and ${count - 1} more`}
                  </strong>
                  <small>
                    From {seller}
                    {expected && ` · ${expectedText(expected)}`}
                  </small>
                </span>
                <StatusChip status={status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </DashboardBlock>
  )
}
