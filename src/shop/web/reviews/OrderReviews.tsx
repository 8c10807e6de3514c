import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { Stars } from '#/kernel/web/reviews/Stars.tsx'
import type { Order } from '#/shop/orders.ts'
import type { Bought } from '#/shop/reviews.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './OrderReviews.module.css'

const dialog = onDemand(() => import('./ReviewDialog.tsx'))

/** On the page of an order: lets its buyer rate what has arrived, and change or delete that. */
export default function OrderReviews({ orderId }: { orderId: Order['id'] }) {
  const { data } = useQuery(
    shop.query.orderReviews.queryOptions({ input: { id: orderId }, refetchOnMount: 'always' }),
  )
  if (!data || data.rows.length === 0) return null
  return (
    <section className={css.card} aria-labelledby="rate-bought">
      <h2 id="rate-bought">Rate what you bought</h2>
      <ul className={css.list}>
        {data.rows.map((bought) => (
          <li key={bought.productId}>
            <One bought={bought} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function One({ bought }: { bought: Bought }) {
  const [isOpen, setIsOpen] = useState(false)
  const Dialog = useOnDemand(dialog, isOpen)
  const { name, imageUrl, review, isRemoved } = bought
  return (
    <div className={css.bought}>
      {imageUrl ? <img src={imageUrl} alt="" width={56} height={56} /> : <span />}
      <div className={css.words}>
        <p>{name}</p>
        {isRemoved && <p className={css.soft}>Support removed your review of this product.</p>}
        {review && (
          <>
            <Stars stars={review.stars} />
            {review.feedback && <p className={css.said}>{review.feedback}</p>}
            {review.reply && <p className={css.soft}>The seller answered: {review.reply}</p>}
          </>
        )}
      </div>
      {!isRemoved && (
        <Button
          variant={review ? 'default' : 'filled'}
          aria-label={`${review ? 'Change your review of' : 'Rate'} ${name}`}
          onPointerEnter={dialog.prefetch}
          onFocus={dialog.prefetch}
          onClick={() => setIsOpen(true)}
        >
          {review ? 'Change' : 'Rate'}
        </Button>
      )}
      {isOpen && Dialog && <Dialog bought={bought} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
