import { withRecord } from '#/kernel/linked-record.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { isAllRefunded } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { releaseRest } from './money.ts'
import { nameOf, ownerOf } from './payment-events.ts'
import { lockPackage, type PackageRow } from './queries.ts'
import { closeBalance } from './return.ts'

export const sessionsText = (count: number) => (count === 1 ? 'one session' : `${count} sessions`)

/** Ends a package whose time is over, and releases the rest of its money. Needs the package's lock. */
export async function expire(work: Work, row: PackageRow): Promise<void> {
  await closeBalance(work, row.id, { status: 'expired' })
  const rest = await releaseRest(work, row.id)
  const isReady = rest > 0 && !(await isAllRefunded(work.db, row.payment_id))
  await noteChange(work, { packageId: row.id, what: 'expired', by: 'system' })
  if (row.balance === 0) return
  const source = `packages.expired:${row.id}:${row.expires_at!.getTime()}`
  await notify(
    work,
    {
      type: 'package_changed' as const,
      source,
      userId: row.owner_user_id,
      href: withRecord('/packages?tab=mine', row.id),
      title: 'Your package has expired',
      message: `${nameOf(row)} has expired with ${sessionsText(row.balance)} unused. Sessions that you’ve already booked stay booked.`,
    },
    {
      type: 'package_changed' as const,
      source,
      userId: row.provider_user_id,
      href: withRecord('/packages?tab=sold', row.id),
      title: 'A package has expired',
      message: `${nameOf(row)} of ${ownerOf(row)} has expired with ${sessionsText(row.balance)} unused.${isReady ? ' The rest of its price is ready to be paid out to you.' : ''}`,
    },
  )
}

/** Locks a package, and ends it first if its time is over but no sweep has ended it yet. */
export async function lockInTime(work: Work, id: string): Promise<PackageRow> {
  const row = (await lockPackage(work.db, id))!
  if (row.status !== 'active' || row.is_trainer_away || row.expires_at! > work.now) return row
  await expire(work, row)
  return (await lockPackage(work.db, id))!
}
