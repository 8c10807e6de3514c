import { cardPathFor } from '#/appointments/card-path.ts'
import { asSeenBy, selectAppointments } from '#/appointments/server/index.ts'
import { timeFor } from '#/kernel/reader-time.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { type Notice, notify } from '#/notifications/server/index.ts'
import type { MoveChanged } from '#/sitting/events.ts'
import { titleOf } from '#/sitting/text.ts'
import { selectMoves } from './move-rows.ts'

type Notices = Record<string, Pick<Notice, 'title' | 'message' | 'userId' | 'href' | 'causedBy'>>

/** Notifies the side that didn't act, or in the end the one that asked. An agreement is told as a moved appointment, with its calendars. */
export const tellOfMove = subscriber<MoveChanged>(
  'sitting.move_changed',
  'sitting.tell-of-move',
  async (work, { moveId }) => {
    const { db } = work
    const move = await selectMoves(db)
      .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
      .innerJoin('sitting_requests as r', 'r.id', 'd.request_id')
      .select('r.service_type')
      .where('m.id', '=', moveId)
      .forShare(['m'])
      .executeTakeFirst()
    if (!move) return
    const row = await selectAppointments(db).where('a.id', '=', move.appointment_id).executeTakeFirstOrThrow()
    await hint(db, [row.owner_user_id, row.provider_user_id], 'appointments')
    const owner = asSeenBy('provider', row).owner_name || 'A pet owner'
    const title = titleOf(move.service_type).toLowerCase()
    const at = (instant: Date) => (reader: Parameters<typeof timeFor>[0]) =>
      timeFor(reader, instant, { zone: row.time_zone, kind: 'in-person' })
    const [before, after] = [at(row.starts_at), at(move.starts_at)]
    const toOwner = {
      userId: row.owner_user_id,
      href: cardPathFor('owner', 'upcoming', row.id),
      causedBy: row.provider_user_id,
    }
    const toSitter = {
      userId: row.provider_user_id,
      href: cardPathFor('provider', 'upcoming', row.id),
      causedBy: row.owner_user_id,
    }
    const sitter = row.provider_name
    const by = (reader: Parameters<typeof timeFor>[0]) =>
      timeFor(reader, move.answer_by, { zone: row.time_zone, kind: 'moment' })
    const ofSitter: Notices = {
      asked: {
        ...toOwner,
        title: `${sitter} proposes another time`,
        message: (reader) =>
          `Can your ${title} on ${before(reader)} be on ${after(reader)} instead? Please answer by ${by(reader)}. Until you agree, it stays as booked.`,
      },
      declined: {
        ...toSitter,
        title: `${owner} keeps the old time`,
        message: (reader) => `The ${title} can’t be on ${after(reader)}. It stays on ${before(reader)}.`,
      },
      lapsed: {
        ...toSitter,
        title: `${owner} didn’t answer in time`,
        message: (reader) =>
          `You proposed to move the ${title} to ${after(reader)}. It stays on ${before(reader)}.`,
      },
      withdrawn: {
        ...toOwner,
        title: `${sitter} keeps the old time`,
        message: (reader) => `Your ${title} stays on ${before(reader)}.`,
      },
    }
    const ofOwner: Notices = {
      asked: {
        ...toSitter,
        title: `${owner} asks for another time`,
        message: (reader) =>
          `Can the ${title} on ${before(reader)} be on ${after(reader)} instead? Please answer by ${by(reader)}. Until you agree, it stays as booked.`,
      },
      declined: {
        ...toOwner,
        title: `${sitter} keeps the old time`,
        message: (reader) => `Your ${title} can’t be on ${after(reader)}. It stays on ${before(reader)}.`,
      },
      lapsed: {
        ...toOwner,
        title: `${sitter} didn’t answer in time`,
        message: (reader) =>
          `You asked to move your ${title} to ${after(reader)}. It stays on ${before(reader)}.`,
      },
      withdrawn: {
        ...toSitter,
        title: `${owner} keeps the old time`,
        message: (reader) => `The ${title} stays on ${before(reader)}.`,
      },
    }
    const outcome = move.outcome ?? 'asked'
    const notice = (move.asked_by === 'sitter' ? ofSitter : ofOwner)[outcome]
    if (!notice) return
    await notify(work, {
      ...notice,
      type: 'sitting_changed',
      source: `sitting.move:${moveId}:${outcome}`,
      metadata: { appointment_id: row.id },
    })
  },
)

const atOnce = 200

/** Ends moves that weren't answered in time, and tells who asked. */
export const lapseMoves: Sweep = {
  name: 'lapse-sitting-moves',
  cron: '* * * * *',
  transactions: 'batches',
  async run({ db, now, announce }) {
    const rows = await db
      .selectFrom('sitting_moves')
      .select('id')
      .where('outcome', 'is', null)
      .where('answer_by', '<=', now)
      .orderBy('answer_by')
      .limit(atOnce)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await db
      .updateTable('sitting_moves')
      .set({ outcome: 'lapsed', ended_at: now })
      .where('id', 'in', ids)
      .execute()
    for (const moveId of ids) await announce<MoveChanged>('sitting.move_changed', { moveId })
    return rows.length
  },
}
