import { NotificationsBell } from '#/notifications/web/index.ts'
import { CartBadge } from '#/shop/web/cart/CartBadge.tsx'
import { Live } from './Live.tsx'
import { OpenPushes } from './OpenPushes.tsx'
import { useSendingTicks } from './use-sending-ticks.ts'

/** What only members load with the bar: cart, bell, and what keeps their pages up to date. */
export function MemberTools() {
  useSendingTicks()
  return (
    <>
      <CartBadge isHiddenIfEmpty />
      <NotificationsBell />
      <Live />
      <OpenPushes />
    </>
  )
}
