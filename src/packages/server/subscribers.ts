import type { AccountClosing, AccountSuspended } from '#/accounts/events.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { lapse } from './lapse.ts'
import { openTimeOf } from './open-time.ts'
import { nameOf, paymentSubscribers } from './payment-events.ts'
import { lockPackage, selectPackages } from './queries.ts'
import { endWith } from './return.ts'
import { leftToReturn, termsOfReturn } from './show.ts'

/**
 * Ends the packages of a person who leaves. A leaving owner gets the refund that the rules give; a leaving trainer's
 * owners get everything they are owed.
 */
const endOfLeaver = subscriber<AccountClosing>(
  'accounts.closing',
  'packages.end-of-leaver',
  async (work, { userId }) => {
    const { db, now } = work
    await db
      .updateTable('package_offers')
      .set({ withdrawn_at: now, updated_at: now })
      .where('provider_user_id', '=', userId)
      .where('withdrawn_at', 'is', null)
      .execute()
    const rows = await selectPackages(db)
      .where((eb) => eb.or([eb('owner.user_id', '=', userId), eb('k.provider_user_id', '=', userId)]))
      .where('k.status', 'in', ['unpaid', 'active'])
      .orderBy('k.id')
      .execute()
    for (const { id } of rows) await endOne(work, id)
  },
)

async function endOne(work: Work, id: string): Promise<void> {
  const row = await lockPackage(work.db, id)
  if (row?.status === 'unpaid') return lapse(work, id)
  if (row?.status !== 'active') return
  // Too late for a return, so unused sessions are lost.
  const open = await openTimeOf(work.db, row, work.now)
  const terms = termsOfReturn(row, open, work.now) ?? { refund: row.refunded }
  await endWith(work, row, { terms, status: 'ended', by: 'system', reason: 'The account was closed' })
}

async function tellOwners(work: Work, trainerUserId: string, at: string): Promise<void> {
  const rows = await selectPackages(work.db)
    .where('k.provider_user_id', '=', trainerUserId)
    .where('k.status', '=', 'active')
    .where('k.balance', '>', 0)
    .execute()
  for (const row of rows) {
    const terms = row.is_trainer_away ? termsOfReturn(row, { couldBook: true }, work.now) : null
    const back = terms ? leftToReturn(row, terms) : 0
    if (back === 0) continue
    await notify(work, {
      type: 'package_changed',
      userId: row.owner_user_id,
      title: 'Your trainer can’t be booked',
      message: `${row.trainer_name} can’t be booked at the moment. You can return ${nameOf(row)} at any time and get back ${formatMoney({ amount: back, currency: row.currency })} for the sessions you haven’t used. It doesn’t expire meanwhile.`,
      source: `packages.trainer_away:${row.id}:${at}`,
      href: withRecord('/packages?tab=mine', row.id),
    })
  }
}

const tellOfSuspended = subscriber<AccountSuspended>(
  'accounts.suspended',
  'packages.tell-of-suspended',
  (work, { userId, at }) => tellOwners(work, userId, at),
)

const tellOfRecord = subscriber<VerificationChanged>(
  'verification.changed',
  'packages.tell-of-record',
  async (work, { record, userId, to, at }) => {
    if (record === 'pet_trainer' && (to === 'suspended' || to === 'rejected'))
      await tellOwners(work, userId, at)
  },
)

export const packageSubscribers: Subscriber[] = [
  ...paymentSubscribers,
  endOfLeaver,
  tellOfSuspended,
  tellOfRecord,
]
