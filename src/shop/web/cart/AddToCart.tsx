import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/kernel/web/button.module.css'
import { Refused } from '#/kernel/web/send.ts'
import { cartText } from '#/shop/cart-text.ts'
import type { Variant } from '#/shop/products.ts'
import css from './AddToCart.module.css'
import { addToCart } from './cart-store.ts'

type Props = { variant: Variant; needsPrescription: boolean }
type Said = { variantId: string; text: string; isDone: boolean }

export function AddToCart({ variant, needsPrescription }: Props) {
  const { state, user } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [said, setSaid] = useState<Said>()
  const shown = said?.variantId === variant.id ? said : undefined

  async function add() {
    if (isBusy || state === 'loading') return
    setIsBusy(true)
    const { id: variantId, price, available } = variant
    try {
      const inCart = await addToCart(user?.id ?? null, {
        variantId,
        quantity: 1,
        price: price.amount,
        available,
      })
      setSaid({ variantId, text: `Added. Your cart has ${inCart} of these.`, isDone: true })
    } catch (error) {
      setSaid({ variantId, text: refusalText(error), isDone: false })
    }
    setIsBusy(false)
  }

  if (variant.available === 0) return null
  return (
    <div className={css.add}>
      <button
        type="button"
        className={button.accent}
        aria-disabled={isBusy || state === 'loading'}
        onClick={() => void add()}
      >
        {isBusy ? 'Adding...' : 'Add to cart'}
      </button>
      <p role="status" className={shown && !shown.isDone ? css.problem : css.said}>
        {shown?.text}{' '}
        {shown && (
          <Link to="/cart" className={css.link}>
            View cart
          </Link>
        )}
      </p>
      {needsPrescription && (
        <p className={css.soft}>
          You can add it now. A pharmacist will check the prescription before it’s sold.
        </p>
      )}
    </div>
  )
}

export function refusalText(error: unknown): string {
  const known: Readonly<Record<string, string>> = cartText
  if (!(error instanceof Refused)) return 'We couldn’t reach your cart. Please try again.'
  if (error.code === 'request.not_found') return 'This isn’t sold any more.'
  if (error.code === 'request.too_many')
    return 'You’ve changed your cart too many times. Please try again later.'
  return known[error.code] ?? 'Something went wrong. Please try again.'
}
