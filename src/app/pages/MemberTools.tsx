import { Live } from '#/app/shell/Live.tsx'
import { NotificationsBell } from '#/notifications/web/index.ts'
import { CartBadge } from '#/shop/web/cart/CartBadge.tsx'

/** What stands in the bar for members only. Not in shell/, whose files every visitor gets. */
export function MemberTools() {
  return (
    <>
      <CartBadge isHiddenIfEmpty />
      <NotificationsBell />
      <Live />
    </>
  )
}
