import type {
  DecidableReturn,
  DeskCancellable,
  MissingDecision,
  MissingState,
  ReturnDecision,
} from '#/shop/desk.ts'
import { currency } from '#/shop/rules.ts'
import { cancelByDesk, decideMissing, decideReturn } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

type Decided = { id: string; seen: MissingState; decision: MissingDecision; reason: string }

export async function decideMissingAtDesk(work: AdminWork, decided: Decided): Promise<void> {
  const { orderId, seller, amount } = await decideMissing(work, decided)
  await writeDown(work, {
    action: decided.decision === 'refund' ? 'order.refunded' : 'order.released',
    subject: { kind: 'order', id: orderId },
    reason: decided.reason,
    before: { status: decided.seen },
    after: { seller, amount, currency },
  })
}

type Cancelled = { id: string; seen: DeskCancellable; reason: string }

export async function cancelOrderPartAtDesk(work: AdminWork, cancelled: Cancelled): Promise<void> {
  const { orderId, seller, amount } = await cancelByDesk(work, cancelled)
  await writeDown(work, {
    action: 'order.cancelled',
    subject: { kind: 'order', id: orderId },
    reason: cancelled.reason,
    before: { status: cancelled.seen },
    after: { seller, amount, currency },
  })
}

type DecidedReturn = {
  id: string
  returnId: string
  seen: DecidableReturn
  decision: ReturnDecision
  reason: string
}

export async function decideReturnAtDesk(work: AdminWork, decided: DecidedReturn): Promise<void> {
  const { orderId, seller, amount } = await decideReturn(work, decided)
  await writeDown(work, {
    action: decided.decision === 'approve' ? 'order.return_approved' : 'order.return_refused',
    subject: { kind: 'order', id: orderId },
    reason: decided.reason,
    before: { status: decided.seen },
    after: { seller, amount, currency },
  })
}
