import { sql } from 'kysely'
import type { AccountClosing } from '#/accounts/events.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { moveAppointment } from './move.ts'

type Open = { id: string; status: string; record: 'pet_owner' | 'veterinary_doctor'; record_id: string }

/** Everything open in which the person has a part: as the owner, and as the vet. */
async function findOpen({ db, now }: Work, userId: string): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select a.id, a.status, 'pet_owner' as record, o.id as record_id
      from veterinary_appointments a join pet_owners o on o.id = a.pet_owner_id
     where o.user_id = ${userId} and a.status in ('pending', 'confirmed') and a.starts_at > ${now}
    union all
    select a.id, a.status, 'veterinary_doctor', v.id
      from veterinary_appointments a join veterinary_doctors v on v.id = a.veterinary_id
     where v.user_id = ${userId} and a.status in ('pending', 'confirmed') and a.starts_at > ${now}
    order by 1
  `.execute(db)
  return rows
}

/** Whoever leaves for good cancels what is still to come, as if they had clicked it; both sides are told. */
export const cancelForLeaver = subscriber<AccountClosing>(
  'accounts.closing',
  'veterinary.cancel-for-leaver',
  async (work, { userId }) => {
    for (const { id, status, record, record_id } of await findOpen(work, userId)) {
      const actor = { userId, sessionId: '', role: '', records: { [record]: record_id } }
      const move = record === 'veterinary_doctor' && status === 'pending' ? 'decline' : 'cancel'
      await moveAppointment({ ...work, actor }, move, { id, reason: 'The account is being closed.' })
    }
  },
)
