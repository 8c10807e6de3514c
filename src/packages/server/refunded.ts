import type { Work } from '#/kernel/server/work.ts'
import type { PackageRefunded } from '#/packages/events.ts'
import { sessionShare } from '#/packages/rules.ts'
import { isAllRefunded } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { refundAndRelease } from './money.ts'
import type { PackageRow } from './queries.ts'
import { bookedOf, closeBalance } from './return.ts'

/**
 * Ends a package that was refunded in full outside the app, as in the gateway's dashboard or by the owner's bank, and returns true
 * if it did. Sessions that are still booked are cancelled, because their trainer would work unpaid; Support's refund is refused
 * instead. Needs the package's lock.
 */
export async function endIfRefunded(
  work: Work,
  row: PackageRow,
  { isByBank }: { isByBank: boolean },
): Promise<boolean> {
  if (row.paid_at === null || !(await isAllRefunded(work.db, row.payment_id))) return false
  if ((await bookedOf(work.db, row.id)) > 0)
    await work.announce<PackageRefunded>('packages.refunded', { packageId: row.id })
  if (row.status !== 'active') return false
  const share = sessionShare(row.price, row.sessions)
  // Used sessions stay released. If the refund is withdrawn, the rest is refunded by us, and the trainer keeps these.
  const total = row.used === row.sessions ? 0 : row.price - row.used * share
  await closeBalance(work, row.id, { status: 'ended', refundUnit: share })
  await refundAndRelease(work, row, { total, reason: 'The package has ended' })
  await noteChange(work, {
    packageId: row.id,
    what: 'ended',
    by: 'system',
    note: isByBank ? 'The owner’s bank took the money back' : 'Its price was refunded in full',
  })
  return true
}
