import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorText } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { RefillRow } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import { readCart } from '#/shop/web/cart/cart-store.ts'
import css from '#/shop/web/orders/Checkout.module.css'
import { shop } from '#/shop/web/shop.ts'

/** Lists the medicines that a person can have again on their prescriptions. */
export default function RefillsPage() {
  const query = useQuery(shop.query.refills.queryOptions({ refetchOnMount: 'always' }))
  return (
    <div className={css.page}>
      <p>
        <Link to="/my-orders">← My orders</Link>
      </p>
      <div className={css.top}>
        <h1>My refills</h1>
      </div>
      <p className={css.soft}>
        Medicines that a pharmacist has approved and that you can order again on the same prescription. Choose
        the prescription at checkout.
      </p>
      <Loaded query={query} what="your refills">
        {({ rows }) =>
          rows.length === 0 ? (
            <div className={css.empty}>
              <Drawing name="pet-pharmacy" width={220} />
              <p>
                You have no refills. Refills appear here once a pharmacist approves a prescription that allows
                them.
              </p>
              <Button component={Link} to="/pharmacy">
                Browse the pharmacy
              </Button>
            </div>
          ) : (
            <div className={css.main}>
              {rows.map((refill) => (
                <Refill key={refill.key} refill={refill} />
              ))}
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function Refill({ refill }: { refill: RefillRow }) {
  const { name, variant, imageUrl, petName, prescriber, validUntil, left, offer, productId } = refill
  return (
    <article className={css.card} aria-label={`${name} for ${petName}`}>
      <div className={css.line}>
        {imageUrl ? <img src={imageUrl} alt="" /> : <span />}
        <div className={css.what}>
          <h2>
            <Link to={`/pharmacy?product=${productId}`}>{name}</Link>
          </h2>
          <div className={css.soft}>{offer ? `${variant} · ${formatMoney(offer.price)} each` : variant}</div>
        </div>
      </div>
      <p>
        {left === 1 ? '1 refill' : `${left} refills`} left for {petName}, until {formatDay(validUntil)}.
        <br />
        <span className={css.soft}>Prescribed by {prescriber}</span>
      </p>
      <div className={css.actions}>
        <ToCart refill={refill} />
      </div>
    </article>
  )
}

function ToCart({ refill: { name, offer, isInCart } }: { refill: RefillRow }) {
  const { user } = useSession()
  const client = useQueryClient()
  const add = useWrite(shop.call.addToCart, {
    async onSuccess() {
      toast({ kind: 'success', message: `${name} is in your cart.` })
      await client.invalidateQueries({ queryKey: shop.query.refills.key() })
      if (user) await readCart(user.id).catch(() => undefined)
    },
    onError: (error) => toast({ kind: 'error', message: errorText(error, shopText) }),
  })
  if (!offer) return <p className={css.soft}>It isn’t on sale at the moment.</p>
  if (isInCart)
    return (
      <Button component={Link} to="/cart" variant="default" aria-label={`${name} is in your cart. View cart`}>
        In your cart. View cart
      </Button>
    )
  return (
    <Button
      aria-disabled={add.isPending}
      aria-label={`Add ${offer.quantity} × ${name} to your cart`}
      onClick={() => add.mutate({ variantId: offer.variantId, quantity: offer.quantity })}
    >
      {add.isPending ? 'Adding...' : `Add ${offer.quantity} to cart`}
    </Button>
  )
}
