import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { waitedMinutes } from '#/sitting/answer-time.ts'
import type { Reliability } from '#/sitting/shapes.ts'

const counted = 25

type Row = {
  answers: { createdAt: string; answeredAt: string | null; inTime: boolean }[]
  repeat_owners: number
  bookings: number
  cancelled: number
}

/** Returns the public figures on how a sitter answers and keeps bookings, from the last 25 of each. */
export async function findReliability(
  db: Db,
  { sitterId, timeZone }: { sitterId: string; timeZone: string },
): Promise<Reliability> {
  const { rows } = await sql<Row>`
    select
      coalesce((
        select json_agg(json_build_object('createdAt', x.created_at, 'answeredAt', x.answered_at, 'inTime', x.in_time))
        from (
          select r.created_at, c.changed_at as answered_at, a.status <> 'expired' or r.accepted_at is not null as in_time
            from sitting_requests r
            join sitting_details d on d.request_id = r.id and d.is_asking
            join appointments a on a.id = d.appointment_id
            left join lateral (
              select min(c.changed_at) as changed_at from appointment_changes c
               where c.appointment_id = a.id and c.actor_user_id = a.provider_user_id
                 and c.from_status = 'pending' and c.to_status in ('confirmed', 'declined')) c on true
           where r.sitter_id = ${sitterId}
             and (r.accepted_at is not null or a.status = 'declined'
               or a.status = 'expired' and a.answer_by >= r.created_at + interval '24 hours')
           order by r.created_at desc limit ${sql.lit(counted)}
        ) x), '[]') as answers,
      (select count(*)::int from (
        select from sitting_requests r where r.sitter_id = ${sitterId} and r.accepted_at is not null
           and exists (
             select from sitting_details d join appointments a on a.id = d.appointment_id
              where d.request_id = r.id and a.status = 'completed')
         group by r.pet_owner_id having count(*) > 1) again) as repeat_owners,
      last.bookings, last.cancelled
    from (
      select count(*)::int as bookings, (count(*) filter (where x.status = 'cancelled' and x.cancelled_by = 'provider'))::int as cancelled
        from (
          select a.status, a.cancelled_by from appointments a
           where a.provider_id = ${sitterId} and a.takes_time and a.status in ('completed', 'no_show', 'cancelled')
             and a.cancelled_by is distinct from 'owner'
           order by a.starts_at desc, a.id desc limit ${sql.lit(counted)}) x
    ) last
  `.execute(db)
  const { answers, repeat_owners: repeatOwners, bookings, cancelled } = rows[0]!
  const waits = answers
    .flatMap(({ createdAt, answeredAt }) =>
      answeredAt ? [waitedMinutes(new Date(createdAt), new Date(answeredAt), timeZone)] : [],
    )
    .toSorted((a, b) => a - b)
  return {
    answers:
      answers.length === 0
        ? null
        : { answered: answers.filter(({ inTime }) => inTime).length, asked: answers.length },
    answerMinutes: waits[Math.floor((waits.length - 1) / 2)] ?? null,
    repeatOwners,
    cancellations: bookings === 0 ? null : { cancelled, bookings },
  }
}
