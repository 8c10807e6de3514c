import { accountsContract } from '#/accounts/contract.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { shopContract } from '#/shop/contract.ts'
import { answer } from './answers.ts'
import { signOut } from './people.ts'

/** Stands in for the browser’s `EventSource`, which is used with `new`: a stream on which nothing is told. */
function silentStream(): object {
  return Object.assign(new EventTarget(), { close() {} })
}

/**
 * Answers what the frame around every page and the login ask: nobody is logged in, nothing is unread, the cart is empty.
 * A pet's page also asks for its reports: there are none.
 */
export function answerShell(): void {
  Object.assign(window, { EventSource: silentStream })
  signOut()
  answer(accountsContract.waysIn, { google: true, facebook: true, phone: true })
  answer(notificationsContract.unread, { count: 0 })
  answer(messagingContract.unread, { threads: [] })
  answer(shopContract.cartCount, { count: 0 })
  answer(reportsContract.mine, { rows: [], nextCursor: null })
}
