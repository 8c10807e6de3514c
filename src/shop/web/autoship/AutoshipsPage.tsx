import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { MINUTE } from '#/kernel/duration.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorText } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { LinkedItem } from '#/kernel/web/list/LinkedItem.tsx'
import { unlessLive } from '#/kernel/web/live.ts'
import { shopText } from '#/shop/text.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'
import own from './Autoship.module.css'
import { AutoshipCard } from './AutoshipCard.tsx'
import type { Said } from './said.ts'

/** Lists a person's autoships. A notice's link leads to one of them. */
export default function AutoshipsPage() {
  const query = useQuery(
    shop.query.autoships.queryOptions({ refetchOnMount: 'always', refetchInterval: unlessLive(MINUTE) }),
  )
  const client = useQueryClient()
  const [said, setSaid] = useState<Said>()
  const reload = (next?: Said) => {
    setSaid(next)
    return client.invalidateQueries({ queryKey: shop.query.autoships.key() })
  }
  const fail = (error: unknown) => void reload({ text: errorText(error, shopText) })
  return (
    <div className={css.page}>
      <p>
        <Link to="/my-orders">← My orders</Link>
      </p>
      <div className={css.top}>
        <h1>My autoships</h1>
      </div>
      <div role="status">
        {said && (
          <div className={css.notice} style={{ marginBottom: '1rem' }}>
            <p>{said.text}</p>
            {said.order && (
              <p>
                Order <Link to={`/order-confirmation/${said.order.id}`}>{said.order.number}</Link> was placed
                earlier, so it isn’t cancelled.
                {said.order.mayCancel && ' You can still cancel it on its page.'}
              </p>
            )}
            {said.again &&
              ('to' in said.again ? (
                <Button component={Link} to={said.again.to} variant="default">
                  Set it up again
                </Button>
              ) : (
                <Button variant="default" onClick={said.again.run}>
                  {said.again.label}
                </Button>
              ))}
          </div>
        )}
      </div>
      <Loaded query={query} what="your autoships">
        {(rows) =>
          rows.length === 0 ? (
            <div className={css.empty}>
              <Drawing name="pet-merchandise" width={220} />
              <p>
                You have no autoships. We can order food and refills for you every few weeks: set one up on
                the product’s page.
              </p>
              <Button component={Link} to="/merchandise?category=food">
                Look at food
              </Button>
            </div>
          ) : (
            <ul className={own.list}>
              {rows.map((autoship) => (
                <LinkedItem key={autoship.id} record={autoship.id}>
                  <AutoshipCard autoship={autoship} onChange={reload} onError={fail} />
                </LinkedItem>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
