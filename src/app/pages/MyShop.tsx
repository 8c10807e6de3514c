import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shop } from '#/shop/web/shop.ts'
import block from './Block.module.css'
import { All } from './Block.tsx'
import { DashboardBlock } from './DashboardBlock.tsx'

/** Tells sellers how many orders and returns wait, how many products they have and how many run low, and pharmacists how many prescriptions wait. */
export function MyShop() {
  const { data, isPending, isLoadingError, refetch } = useQuery(shop.query.selling.queryOptions())
  const { prescriptions: waiting = 0, toPack = 0, returns = 0 } = data ?? {}
  const { all = 0, low = 0, hidden = 0 } = data?.counts ?? {}
  return (
    <DashboardBlock
      title="My shop"
      isPending={isPending}
      isError={isLoadingError}
      retry={refetch}
      aside={<All to="/my-products">My products</All>}
    >
      {waiting > 0 && (
        <p className={block.none}>
          <Link to="/pharmas-orders">
            {waiting === 1 ? '1 prescription to check' : `${waiting} prescriptions to check`}
          </Link>
        </p>
      )}
      {returns > 0 && (
        <p className={block.none}>
          <Link to="/my-orders?side=sold&show=open">
            {returns === 1 ? '1 return to answer' : `${returns} returns to answer`}
          </Link>
        </p>
      )}
      <p className={block.none}>
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
      <p className={block.none}>
        <Link to="/my-orders?side=sold">
          {toPack === 0
            ? 'Orders to pack and send'
            : toPack === 1
              ? '1 order to pack'
              : `${toPack} orders to pack`}
        </Link>{' '}
        · <Link to="/my-products/sales">Sales</Link>
      </p>
    </DashboardBlock>
  )
}
