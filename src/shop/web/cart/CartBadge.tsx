import { ShoppingCart } from 'lucide'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import css from './CartBadge.module.css'
import { useCartCount } from './cart-store.ts'

/** Leads to the cart and says how many units are in it, up to 99+. */
export function CartBadge({ isHiddenIfEmpty = false }: { isHiddenIfEmpty?: boolean }) {
  const { state, user } = useSession()
  const count = useCartCount(state === 'loading' ? undefined : user)
  if (count === 0 && isHiddenIfEmpty) return null
  return (
    <Link to="/cart" className={css.cart} aria-label={count > 0 ? `Cart, ${count} items` : 'Cart'}>
      <LineIcon icon={ShoppingCart} size={24} />
      {count > 0 && <span className={css.count}>{count > 99 ? '99+' : count}</span>}
    </Link>
  )
}
