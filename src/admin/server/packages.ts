import { endPackage } from '#/packages/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

export async function endPackageAtDesk(
  work: AdminWork,
  { id, note }: { id: string; note: string },
): Promise<void> {
  await endPackage(work, { id, note })
  await writeDown(work, { action: 'package.ended', subject: { kind: 'package', id }, reason: note })
}
