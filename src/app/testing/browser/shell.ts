import { notificationsContract } from '#/notifications/contract.ts'
import { shopContract } from '#/shop/contract.ts'
import { answer } from './answers.ts'
import { signOut } from './people.ts'

/** Stands in for the browser’s `EventSource`, which is used with `new`: a stream on which nothing is told. */
function silentStream(): object {
  return Object.assign(new EventTarget(), { close() {} })
}

/** Answers what the frame around every page asks: nobody is logged in, nothing is unread, and the cart is empty. */
export function answerShell(): void {
  Object.assign(window, { EventSource: silentStream })
  signOut()
  answer(notificationsContract.unread, { count: 0 })
  answer(shopContract.cartCount, { count: 0 })
}
