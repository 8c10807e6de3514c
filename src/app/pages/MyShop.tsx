import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shop } from '#/shop/web/shop.ts'
import { All } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './ToDo.module.css'

/** Tells sellers how many products they have, and how many run low. */
export function MyShop() {
  const { data, isPending, isLoadingError, refetch } = useQuery(shop.query.selling.queryOptions())
  const { all = 0, low = 0, hidden = 0 } = data?.counts ?? {}
  return (
    <DashboardBlock
      title="My shop"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={<All to="/my-products">My products</All>}
    >
      <p className={css.none}>
        {all === 0 ? (
          <>
            You have no products yet. <Link to="/my-products/new">Add one</Link>
          </>
        ) : (
          <>
            {all === 1 ? '1 product' : `${all} products`}
            {hidden > 0 && `, ${hidden} hidden`}.{' '}
            {low > 0 && <Link to="/my-products?show=low">{low} low or out of stock</Link>}
          </>
        )}
      </p>
      <p className={css.none}>
        <Link to="/my-orders?side=sold">Orders to send</Link>
      </p>
    </DashboardBlock>
  )
}
