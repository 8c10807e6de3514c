import { recordPayout } from '#/payments/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function recordPayoutAtDesk(
  work: AdminWork,
  { id, amount, reference, gateway }: { id: string; amount: number; reference: string; gateway: string },
): Promise<void> {
  await recordPayout(work, { userId: id, amount, reference, gateway })
  await writeDown(work, {
    action: 'payout.recorded',
    subject: { kind: 'user', id },
    after: { amount, reference },
  })
}
