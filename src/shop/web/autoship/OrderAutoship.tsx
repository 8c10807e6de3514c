import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { withRecord } from '#/kernel/linked-record.ts'
import type { Order } from '#/shop/orders.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import { everyText } from './words.ts'

/** On the page of an order: the autoship that placed it, or the offer to make its food and refills one. */
export default function OrderAutoship({ orderId }: { orderId: Order['id'] }) {
  const { data } = useQuery(shop.query.orderAutoships.queryOptions({ input: { id: orderId } }))
  if (!data || (!data.placedBy && data.offers.length === 0)) return null
  return (
    <section className={css.card} aria-label="Autoship">
      <h2>Autoship</h2>
      {data.placedBy ? (
        <p>
          This order came from an autoship {everyText(data.placedBy.weeks)}.{' '}
          {data.placedBy.isEnded ? (
            'It’s cancelled.'
          ) : (
            <Link to={withRecord('/my-autoships', data.placedBy.id)}>Skip, move or cancel</Link>
          )}
        </p>
      ) : (
        <>
          <p>We can order these for you every few weeks.</p>
          <div className={css.actions}>
            {data.offers.map(({ variantId, name, variant }) => (
              <Button
                key={variantId}
                component={Link}
                to={`/my-autoships/new?variant=${variantId}`}
                variant="default"
                style={{ height: 'auto', minHeight: '2.75rem', whiteSpace: 'normal' }}
              >
                Subscribe to {name}, {variant}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
