import { sql } from 'kysely'
import type { AccountClosing } from '#/accounts/events.ts'
import { destination } from '#/appointments/rules.ts'
import { recordOfTrade, type Trade } from '#/booking/trades.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { movable, moveAppointment } from './move.ts'
import { findOwnForMove } from './queries.ts'

type Open = {
  id: string
  status: string
  trade: Trade
  owner_id: string
  provider_id: string
  isProvider: boolean
}

async function findOpen({ db, now }: Work, userId: string): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select a.id, a.status, a.trade, o.id as owner_id, a.provider_id, a.provider_user_id = ${userId} as "isProvider"
      from appointments a join pet_owners o on o.id = a.pet_owner_id
     where (o.id = (select id from pet_owners where user_id = ${userId}) or a.provider_user_id = ${userId})
       and a.status in ('pending', 'confirmed') and a.starts_at > ${now}
     order by a.id
  `.execute(db)
  return rows
}

/** Cancels a leaver's upcoming appointments as if they had clicked it, so that both sides are notified. */
export const cancelForLeaver = subscriber<AccountClosing>(
  'accounts.closing',
  'appointments.cancel-for-leaver',
  async (work, { userId }) => {
    for (const { id, status, trade, owner_id, provider_id, isProvider } of await findOpen(work, userId)) {
      const move = isProvider && status === 'pending' ? 'decline' : 'cancel'
      const row = await findOwnForMove(work.db, id, userId)
      // It may have begun early, or somebody has just ended it.
      if (!row || !destination(move, isProvider ? 'provider' : 'owner', movable(row), work.now)) continue
      const records: Record<string, string> = isProvider
        ? { [recordOfTrade[trade]]: provider_id }
        : { pet_owner: owner_id }
      const actor = { userId, sessionId: '', role: '', records }
      await moveAppointment({ ...work, actor }, move, { id, reason: 'The account is being closed.' })
    }
  },
)
