import { endForBuyer } from '#/shop/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function endAutoshipAtDesk(
  work: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { before } = await endForBuyer(work, { id, reason })
  await writeDown(work, {
    action: 'autoship.ended',
    subject: { kind: 'autoship', id },
    reason,
    before: { state: before },
    after: { state: 'ended' },
  })
}
