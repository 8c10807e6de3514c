import type { InjuredMove, InjuredStatus } from '#/emergency/injured.ts'
import { moveAtDesk } from '#/emergency/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function moveInjuredAtDesk(
  work: AdminWork,
  moved: { id: string; status: InjuredStatus; move: InjuredMove },
): Promise<void> {
  const { before, after } = await moveAtDesk(work, moved)
  await writeDown(work, {
    action: 'emergency.report_moved',
    subject: { kind: 'injured_report', id: moved.id },
    before: { status: before },
    after: { status: after },
  })
}
