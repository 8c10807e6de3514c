import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useSession, useSessionFailure } from '#/accounts/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Cart, CartLine } from '#/shop/cart.ts'
import { refusalText } from './AddToCart.tsx'
import css from './CartPage.module.css'
import { CartRow } from './CartRow.tsx'
import { readCart, setLine, takeLeftOut } from './cart-store.ts'
import { leftOutText } from './changes.ts'

type Removed = { line: CartLine }

export default function CartPage() {
  const { state, user } = useSession()
  const { failed: isUnknown } = useSessionFailure()
  const isKnown = state !== 'loading' || isUnknown
  const userId = user?.id ?? null
  const [cart, setCart] = useState<Cart>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<{ variantId: string; text: string }>()
  const [removed, setRemoved] = useState<Removed>()
  const [leftOut, setLeftOut] = useState<string>()

  function show(cart: Cart) {
    setCart(cart)
    const text = leftOutText(takeLeftOut())
    if (text) setLeftOut(text)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again
  useEffect(() => {
    if (!isKnown) return
    let gone = false
    setFailed(false)
    readCart(userId).then(
      (cart) => !gone && show(cart),
      () => !gone && setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [isKnown, userId, tries])

  async function change(line: CartLine, quantity: number) {
    if (busy) return
    setBusy(line.variantId)
    setProblem(undefined)
    try {
      show(await setLine(userId, { variantId: line.variantId, quantity, price: line.price.amount }))
      setRemoved(quantity === 0 && line.isSold ? { line } : undefined)
    } catch (error) {
      setProblem({ variantId: line.variantId, text: refusalText(error) })
    }
    setBusy(undefined)
  }

  return (
    <div className={css.page}>
      <meta name="description" content="Your cart, with products of all sellers at today’s prices." />
      <h1>Your cart</h1>
      <div role="status" className={css.news}>
        {leftOut && <p className={css.undo}>{leftOut}</p>}
        {removed && (
          <p className={css.undo}>
            <span>
              Removed {removed.line.name}, {removed.line.variant}.
            </span>
            <button
              type="button"
              className={css.text}
              onClick={() => void change(removed.line, removed.line.quantity)}
            >
              Undo
            </button>
          </p>
        )}
      </div>
      {failed && !cart ? (
        <div className={css.empty}>
          <Drawing name="something-went-wrong" />
          <p>We couldn’t load your cart.</p>
          <button type="button" className={button.primary} onClick={() => setTries(tries + 1)}>
            Retry
          </button>
        </div>
      ) : !cart ? (
        <div className={css.ghost} role="status" aria-label="Loading" />
      ) : cart.sellers.length === 0 ? (
        <div className={css.empty}>
          <Drawing name="pet-merchandise" width={220} />
          <p>Your cart is empty.</p>
          <Link to="/merchandise" className={button.primary}>
            Look at products
          </Link>
        </div>
      ) : (
        <div className={css.columns}>
          <div className={css.sellers}>
            {cart.sellers.map((seller) => (
              <section key={seller.id} className={css.seller} aria-label={`Sold by ${seller.name}`}>
                <h2>
                  {seller.name}
                  {seller.isPharmacist && <span className={css.kind}> Pharmacist</span>}
                </h2>
                <ul className={css.lines}>
                  {seller.lines.map((line) => (
                    <CartRow
                      key={line.variantId}
                      line={line}
                      isBusy={busy === line.variantId}
                      problem={problem?.variantId === line.variantId ? problem.text : undefined}
                      onChange={(quantity) => void change(line, quantity)}
                    />
                  ))}
                </ul>
                <p className={css.delivery}>
                  {seller.total.amount > 0 &&
                    (seller.missing
                      ? `Delivery ${formatMoney(seller.delivery)}. It’s free with ${formatMoney(seller.missing)} more from this seller.`
                      : 'Free delivery')}
                </p>
              </section>
            ))}
          </div>
          <Summary cart={cart} isGuest={userId === null} />
        </div>
      )}
    </div>
  )
}

function Summary({ cart, isGuest }: { cart: Cart; isGuest: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  const hasUnsold = cart.sellers.some(({ lines }) => lines.some(({ available }) => available === 0))
  const delivery = cart.sellers.reduce((sum, seller) => sum + seller.delivery.amount, 0)
  return (
    <aside className={css.summary} aria-label="Summary">
      <dl>
        <dt>Items</dt>
        <dd>{formatMoney({ ...cart.total, amount: cart.total.amount - delivery })}</dd>
        <dt>Delivery</dt>
        <dd>{delivery === 0 ? 'Free' : formatMoney({ ...cart.total, amount: delivery })}</dd>
        <dt className={css.total}>Total</dt>
        <dd className={css.total}>{formatMoney(cart.total)}</dd>
      </dl>
      <p className={css.soft}>GST is included.</p>
      {hasUnsold ? (
        <button type="button" className={button.accent} onClick={() => setIsAsked(true)}>
          Go to checkout
        </button>
      ) : (
        <Link to="/checkout" className={button.accent}>
          Go to checkout
        </Link>
      )}
      {hasUnsold && isAsked && (
        <p role="alert">Some products can’t be ordered. Please remove them, then go to checkout.</p>
      )}
      <p className={css.soft}>
        {isGuest && 'You’ll log in first. '}We’ll keep your cart for 30 days
        {isGuest ? ' in this browser' : ''}.
      </p>
    </aside>
  )
}
