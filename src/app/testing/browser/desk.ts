import { adminContract } from '#/admin/contract.ts'
import type { AdminRole } from '#/admin/rules.ts'
import { answer } from './answers.ts'
import { newId } from './made.ts'

/** Signs an administrator in, and answers what the desk's frame counts: nothing waits. */
export function signInAdmin(name = 'Zoya', role: AdminRole = 'admin'): void {
  answer(adminContract.me, { admin: { id: newId(), name, email: `${name.toLowerCase()}@example.org`, role } })
  const none = { rows: [], nextCursor: null }
  answer(adminContract.queue, none)
  answer(adminContract.messages, none)
  answer(adminContract.reports, none)
  answer(adminContract.disputedEnds, none)
  answer(adminContract.missingOrders, none)
  answer(adminContract.latePrescriptions, none)
  answer(adminContract.moneyBack, none)
  answer(adminContract.reviews, none)
}
