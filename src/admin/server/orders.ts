import type { MissingDecision } from '#/shop/desk.ts'
import { currency } from '#/shop/rules.ts'
import { decideMissing } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Decided = { id: string; decision: MissingDecision; reason: string }

export async function decideMissingAtDesk(work: AdminWork, decided: Decided): Promise<void> {
  const { orderId, seller, amount } = await decideMissing(work, decided)
  await writeDown(work, {
    action: decided.decision === 'refund' ? 'order.refunded' : 'order.released',
    subject: { kind: 'order', id: orderId },
    reason: decided.reason,
    after: { seller, amount, currency },
  })
}
