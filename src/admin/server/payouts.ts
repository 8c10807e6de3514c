import { recordPayout } from '#/payments/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function recordPayoutAtDesk(
  work: AdminWork,
  { id, ...payout }: { id: string } & Omit<Parameters<typeof recordPayout>[1], 'userId'>,
): Promise<void> {
  await recordPayout(work, { userId: id, ...payout })
  await writeDown(work, {
    action: 'payout.recorded',
    subject: { kind: 'user', id },
    after: { amount: payout.amount, reference: payout.reference },
  })
}
