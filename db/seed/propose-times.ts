import { trades } from '#/app/trades.ts'
import type { ProposalChanged } from '#/appointments/events.ts'
import { tellOfProposal } from '#/appointments/server/proposal-notices.ts'
import { propose } from '#/appointments/server/proposals.ts'
import { findOpenDays, findSlots } from '#/booking/server/index.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Cast, partiesOf, type Today } from './cast.ts'

/** Has a vet propose another time for a visit, an hour ago, so that its owner has something to answer. */
export async function proposeTimes(db: Db, cast: Cast, { now }: Today): Promise<void> {
  const { vet, ownerId } = partiesOf(cast, { vet: 'kabir-shah', owner: 'asha-verma', pet: 'coco' })
  const at = new Date(now.getTime() - HOUR)
  const visit = await db
    .selectFrom('appointments')
    .select(['id', 'provider_user_id'])
    .where('provider_id', '=', vet.id)
    .where('pet_owner_id', '=', ownerId)
    .where('status', '=', 'pending')
    .orderBy('starts_at')
    .executeTakeFirst()
  if (!visit) return
  const calendar = { trade: 'veterinary' as const, providerId: vet.id }
  const looking = { viewerId: visit.provider_user_id, movingId: visit.id }
  const { days } = await findOpenDays(db, calendar, at, looking)
  const day = days.filter(({ state }) => state === 'available')[2]
  const slot = day && (await findSlots(db, calendar, day.date, at, looking)).slots.at(-1)
  if (!slot) return
  const told: ProposalChanged['data'][] = []
  const work = {
    db,
    now: at,
    announce: async (_: string, data: unknown) => void told.push(data as ProposalChanged['data']),
    actor: {
      userId: visit.provider_user_id,
      sessionId: '',
      role: 'veterinary_doctor',
      records: { veterinary_doctor: vet.id },
    },
  } as unknown as ActorWork
  await propose(work, {
    id: visit.id,
    slot: { date: slot.date, startTime: slot.startTime, endTime: slot.endTime },
    note: 'I have to operate that afternoon. Would this suit you as well?',
  })
  for (const change of told) if (change.proposalId) await tellOfProposal(trades).handle(work, change)
}
