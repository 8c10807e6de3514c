import type { AccountSuspended, SuspensionLifted } from '#/accounts/events.ts'
import { cardPathFor } from '#/appointments/card-path.ts'
import { blockingStatuses } from '#/appointments/rules.ts'
import type { Trades } from '#/appointments/trade.ts'
import { recordOfTrade } from '#/booking/trades.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { isPaid } from '#/payments/rules.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { type NamedRow, named } from './kind.ts'
import { selectAppointments } from './queries.ts'
import { momentOf, onWhen } from './when.ts'

/** A person in all their trades, or in one of them. */
type Who = { userId: string; recordId?: string }

/** Finds a provider's open appointments that are upcoming, or paid and not completed yet. */
async function findOpen({ db, now }: Work, trades: Trades, { userId, recordId }: Who): Promise<NamedRow[]> {
  const rows = await selectAppointments(db)
    .where('a.provider_user_id', '=', userId)
    .$if(recordId !== undefined, (query) => query.where('a.provider_id', '=', recordId!))
    .where('a.status', 'in', ['pending', 'confirmed'])
    .execute()
  return rows.filter((row) => row.ends_at > now || isPaidFor(row)).map((row) => named(trades, row))
}

const isPaidFor = (row: Pick<NamedRow, 'payment_state' | 'session_id'>) =>
  row.session_id !== null || (row.payment_state !== null && isPaid(row.payment_state))

async function tellOwners(work: Work, trades: Trades, who: Who, at: string): Promise<void> {
  for (const row of await findOpen(work, trades, who)) if (row.provider_barred) await tellOwner(work, row, at)
}

/** Notifies one owner that their provider may not act and what they can do, once per `occasion`. */
export async function tellOwner(work: Work, row: NamedRow, occasion: string): Promise<void> {
  const what = (reader: Reader) => `your appointment with ${row.provider_name} ${onWhen(row, reader)}`
  const money = isPaidFor(row)
    ? `You can ${row.session_id ? 'take the session back' : 'take a full refund'} at any time under Appointments; until then the ${row.kind.provider} isn’t paid.`
    : row.payment_id
      ? 'Nothing is charged meanwhile. You can cancel it under Appointments.'
      : 'You can cancel it under Appointments.'
  await notify(work, {
    type: 'appointment_cancelled',
    userId: row.owner_user_id,
    title: `Your ${row.kind.provider} may not be able to see you`,
    message: (reader) =>
      `Your ${row.kind.provider} can’t take appointments at the moment, so ${what(reader)} may not take place. ${money}`,
    source: `appointments.provider_barred:${row.id}:${occasion}`,
    metadata: { appointment_id: row.id },
    dueAt: row.starts_at,
    href: cardPathFor('owner', 'upcoming', row.id),
  })
}

/** Handles a suspended account: notifies a provider's owners, and notifies an owner that nothing is charged. */
const tellOfSuspended = (trades: Trades) =>
  subscriber<AccountSuspended>(
    'accounts.suspended',
    'appointments.tell-of-suspended',
    async (work, { userId, at }) => {
      await tellOwners(work, trades, { userId }, at)
      const unpaid = await selectAppointments(work.db)
        .where('owner_user.id', '=', userId)
        .where('a.status', 'in', blockingStatuses)
        .where('payment.completed_at', 'is', null)
        .where('charge.due_at', 'is not', null)
        .execute()
      for (const row of unpaid)
        await notify(work, {
          type: 'payment_failed',
          userId,
          title: 'Automatic payment paused',
          message: (reader) =>
            `While your account is suspended we charge nothing for your appointment with ${row.provider_name} ${onWhen(row, reader)}. If it isn’t paid by ${momentOf(row, reader, row.pay_by!)}, the slot is released.`,
          source: `appointments.payer_suspended:${row.id}:${at}`,
          metadata: { appointment_id: row.id },
          href: withRecord('/payments?tab=history', row.payment_id!),
        })
    },
  )

const tellOfBarredRecord = (trades: Trades) =>
  subscriber<VerificationChanged>(
    'verification.changed',
    'appointments.tell-of-barred-record',
    async (work, { record, recordId, userId, to, at }) => {
      if (isBookable(record) && (to === 'suspended' || to === 'rejected'))
        await tellOwners(work, trades, { userId, recordId }, at)
    },
  )

const resumeAppointments = (trades: Trades) =>
  subscriber<SuspensionLifted>('accounts.suspension_lifted', 'appointments.resume', (work, { userId, at }) =>
    tellOfReturn(work, trades, { userId }, at),
  )

/** A regulated provider whose record was suspended or rejected can act again once it is verified, others as soon as it is reopened. */
const resumeRecord = (trades: Trades) =>
  subscriber<VerificationChanged>(
    'verification.changed',
    'appointments.resume-record',
    async (work, { changeId, record, recordId, userId, from, to, at }) => {
      if (!isBookable(record)) return
      const isReopened = from === 'suspended'
      const isReverified = to === 'verified' && (await wasBarredBefore(work, changeId))
      if (!isReopened && !isReverified) return
      await tellOfReturn(work, trades, { userId, recordId }, at, (row) =>
        row.provider_is_regulated ? isReverified : isReopened,
      )
    },
  )

/** Returns whether the previous change lifted a suspension or resubmitted a rejected record. */
async function wasBarredBefore({ db }: Work, changeId: string): Promise<boolean> {
  const before = await db
    .selectFrom('verification_changes as c')
    .innerJoin('verification_changes as earlier', (join) =>
      join
        .onRef('earlier.record', '=', 'c.record')
        .onRef('earlier.record_id', '=', 'c.record_id')
        .onRef('earlier.sequence', '<', 'c.sequence'),
    )
    .select('earlier.from_status')
    .where('c.id', '=', changeId)
    .orderBy('earlier.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.from_status === 'suspended' || before?.from_status === 'rejected'
}

async function tellOfReturn(
  work: Work,
  trades: Trades,
  who: Who,
  at: string,
  isBack: (row: NamedRow) => boolean = () => true,
): Promise<void> {
  for (const row of await findOpen(work, trades, who)) {
    if (row.provider_barred || row.ends_at <= work.now || !isBack(row)) continue
    await notify(work, {
      type: 'appointment_confirmed',
      userId: row.owner_user_id,
      title: `Your ${row.kind.provider} is back`,
      message: (reader) =>
        `${row.provider_name} can see you again: your appointment ${onWhen(row, reader)} stands.`,
      source: `appointments.provider_back:${row.id}:${at}`,
      metadata: { appointment_id: row.id },
      href: cardPathFor('owner', 'upcoming', row.id),
    })
  }
}

const isBookable = (record: string) => (Object.values(recordOfTrade) as string[]).includes(record)

export const suspensionSubscribers = (trades: Trades): Subscriber[] => [
  tellOfSuspended(trades),
  tellOfBarredRecord(trades),
  resumeAppointments(trades),
  resumeRecord(trades),
]
