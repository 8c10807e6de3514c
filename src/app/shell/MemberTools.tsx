import { NameFirst } from '#/accounts/web/index.ts'
import { withLibraries } from '#/kernel/web/Libraries.tsx'
import { NotificationsBell } from '#/notifications/web/index.ts'
import { CartBadge } from '#/shop/web/cart/CartBadge.tsx'
import { Live } from './Live.tsx'
import { OpenPushes } from './OpenPushes.tsx'
import { useSendingWaiting } from './use-sending-waiting.ts'

export { ProfileMenu } from './ProfileMenu.tsx'

/** The part of the bar that only members load: cart, bell, and live updates of their pages. */
export const MemberTools = withLibraries(() => {
  useSendingWaiting()
  return (
    <>
      <CartBadge isHiddenIfEmpty />
      <NotificationsBell />
      <Live />
      <OpenPushes />
      <NameFirst />
    </>
  )
})
