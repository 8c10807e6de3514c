import type { SessionType } from '#/booking/sessions.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refuse } from '#/packages/contract.ts'
import { extendedExpiry, sessionShare } from '#/packages/rules.ts'
import { deferShare, holdBackShare, isAllRefunded } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { lockInTime } from './expire.ts'
import { refundAndRelease, releaseRest, releaseSession, takeBackSession } from './money.ts'
import { lockPackage, type PackageRow } from './queries.ts'

type Session = {
  packageId: string
  appointmentId: string
  ownerId: string
  providerId: string
  sessionType: SessionType
  startsAt: Date
  endsAt: Date
}

/**
 * Takes a session from the package's balance for an appointment. The package stays locked until the transaction ends, so two
 * bookings can't take the last session.
 * @throws packages.not_active, packages.none_left, packages.other_length, packages.other_type, packages.disputed,
 * packages.not_covered
 */
export async function takeSession({ db, now }: Pick<Work, 'db' | 'now'>, session: Session): Promise<void> {
  const found = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', session.packageId)
    .where('pet_owner_id', '=', session.ownerId)
    .where('provider_id', '=', session.providerId)
    .executeTakeFirst()
  const row = found && (await lockPackage(db, found.id))
  if (row?.status !== 'active' || row.expires_at! <= now) return refuse('packages.not_active')
  if (row.balance === 0) refuse('packages.none_left')
  const minutes = (session.endsAt.getTime() - session.startsAt.getTime()) / MINUTE
  if (minutes !== row.minutes) refuse('packages.other_length', { minutes: row.minutes })
  if (row.session_types.length > 0 && !row.session_types.includes(session.sessionType))
    refuse('packages.other_type')
  if (row.is_disputed) refuse('packages.disputed')
  // The bank took the money, not the operator: the trainer doesn't work for nothing.
  const paid = row.price - row.taken_back
  if (row.taken_back > 0 && (row.used + row.gone + 1) * sessionShare(row.price, row.sessions) > paid)
    refuse('packages.not_covered')
  // Refunded in the gateway’s dashboard, or taken back; `endIfRefunded` ends it in a moment.
  if (await isAllRefunded(db, row.payment_id)) refuse('packages.not_active')
  await db
    .insertInto('package_uses')
    .values({ id: newId(), package_id: row.id, appointment_id: session.appointmentId, taken_at: now })
    .execute()
}

type End = {
  /** True if the session goes back to the balance. */
  isBack: boolean
  /** True if the owner ended it. */
  byOwner: boolean
  payableFrom: Date
}

/**
 * Settles the session of an appointment that was held, missed or cancelled. Repeats only change when its share is
 * payable.
 */
export async function settleSession(
  work: Work,
  useId: string,
  { isBack, byOwner, payableFrom }: End,
): Promise<void> {
  const { db, now } = work
  const found = await db
    .selectFrom('package_uses')
    .select('package_id')
    .where('id', '=', useId)
    .executeTakeFirstOrThrow()
  const row = isBack ? await lockInTime(work, found.package_id) : (await lockPackage(db, found.package_id))!
  const { state } = await db
    .selectFrom('package_uses')
    .select('state')
    .where('id', '=', useId)
    .executeTakeFirstOrThrow()
  // Support's corrections don't take the session again.
  if (state === 'back') return
  if (state === 'booked' || isBack)
    await db
      .updateTable('package_uses')
      .set({ state: isBack ? 'back' : 'used', settled_at: now })
      .where('id', '=', useId)
      .execute()
  if (!isBack) return releaseSession(work, row.id, { useId, payableFrom })
  await takeBackSession(work, useId)
  await giveBack(work, row, byOwner)
}

/**
 * Handles a session that came back to the balance. Whether it can still be used depends on the package, and on who
 * ended it.
 */
async function giveBack(work: Work, row: PackageRow, byOwner: boolean): Promise<void> {
  const { db, now } = work
  const packageId = row.id
  const isRefunded = row.status !== 'active' && (await isAllRefunded(db, row.payment_id))
  const isOver = isRefunded || (row.status !== 'active' && row.status !== 'expired')
  const isLate = row.expires_at! <= now
  if (isOver || (byOwner && isLate && row.status === 'expired')) {
    await db
      .updateTable('packages')
      .set((eb) => ({ balance: eb('balance', '-', 1), gone: eb('gone', '+', 1) }))
      .where('id', '=', packageId)
      .execute()
    // An owner who left too late for a return has lost unused sessions, booked or not.
    const isForfeit = !isOver || (byOwner && row.status === 'ended' && row.refund_unit === null)
    const isDone = isForfeit || (isRefunded && row.refund_unit === null)
    if (!isDone) return refundReturned(work, row)
    await releaseRest(work, packageId)
    return
  }
  const expiresAt = byOwner ? row.expires_at! : extendedExpiry(row.expires_at!, now)
  if (expiresAt <= row.expires_at!) return
  await db
    .updateTable('packages')
    .set({ status: 'active', closed_at: null, expires_at: expiresAt, reminded_days: null })
    .where('id', '=', packageId)
    .execute()
  await noteChange(work, { packageId, what: 'extended', by: 'system' })
}

/** Refunds a session that came back after the package was returned or ended. */
async function refundReturned(work: Work, row: PackageRow): Promise<void> {
  const taken = row.used - 1
  const unit = row.refund_unit ?? Math.floor(row.price / row.sessions)
  // More may be due than was refunded: while the payer's bank decides a dispute, or after it took the money.
  const before = Math.max(row.refunded, row.refund_due ?? 0)
  const most = row.refund_unit === null ? row.price : row.price - taken * unit
  await refundAndRelease(work, row, {
    total: Math.max(0, Math.min(before + unit, most)),
    reason: 'A session didn’t take place',
  })
}

/** Withholds the payment for `useId`'s session while a claim is open. */
export const holdBackSession = (work: Pick<Work, 'db'>, useId: string) => holdBackShare(work, useId)
export const deferSession = (work: Pick<Work, 'db'>, useId: string, until: Date) =>
  deferShare(work, useId, until)
