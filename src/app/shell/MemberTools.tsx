import { NotificationsBell } from '#/notifications/web/index.ts'
import { CartBadge } from '#/shop/web/cart/CartBadge.tsx'
import { Live } from './Live.tsx'

/** What only members load with the bar: cart, bell, and what keeps their pages up to date. */
export function MemberTools() {
  return (
    <>
      <CartBadge isHiddenIfEmpty />
      <NotificationsBell />
      <Live />
    </>
  )
}
