import type { DeskInjured } from '#/emergency/desk.ts'
import { movesOfDesk, movesOfRescuer } from '#/emergency/injured.ts'
import type { FollowedReport, RescueReport } from '#/emergency/injured-contract.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { rescuersOf } from './report.ts'
import { hashOf } from './tokens.ts'

const selectReports = (db: Db) =>
  db
    .selectFrom('injured_reports as r')
    .leftJoin('injured_notices as n', 'n.id', 'r.notice_id')
    .select(['r.id', 'r.animal', 'r.severity', 'r.place', 'r.city', 'r.latitude', 'r.longitude', 'r.note'])
    .select(['r.phone', 'r.phone_confirmed', 'r.photo', 'r.status', 'r.notice_id'])
    .select(['r.created_at', 'r.accepted_at', 'r.set_out_at', 'r.ended_at'])
    .select(['n.name as rescuer_name', 'n.phone as rescuer_phone'])

type Row = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

/** Unknown and deleted reports look the same. */
export async function readFollowed(db: Db, token: string): Promise<FollowedReport> {
  const row = await selectReports(db).where('r.follow_hash', '=', hashOf(token)).executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  return {
    ...stepsOf(row),
    animal: row.animal,
    place: row.place,
    city: row.city,
    isPhoneConfirmed: row.phone_confirmed,
    rescuer: rescuerOf(row),
    sentTo: await rescuersOf(db, row.id),
  }
}

/** Hides phone, position, note and photo from the other rescuers once somebody has accepted. */
export async function readRescue(db: Db, token: string): Promise<RescueReport> {
  const notice = await db
    .selectFrom('injured_notices')
    .select(['id', 'report_id', 'releases'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  const row =
    notice?.report_id && (await selectReports(db).where('r.id', '=', notice.report_id).executeTakeFirst())
  if (!row || !notice) return refuseRequest('request.not_found')
  const isTheirs = row.notice_id === notice.id
  const status = row.status
  const seesAll = isTheirs || status === 'received'
  return {
    ...stepsOf(row),
    ...factsOf(row),
    ...(!seesAll && { phone: null, position: null, note: null }),
    photo: seesAll ? row.photo : null,
    taken: isTheirs ? 'by_you' : row.accepted_at ? 'by_another' : null,
    moves: movesOfRescuer(status, { isTheirs, releases: notice.releases }),
  }
}

/** Lists reports for the desk: those that still need somebody, oldest first, or all, latest first. */
export async function listDeskInjured(
  db: Db,
  { show, cursor }: { show: 'open' | 'all'; cursor?: string | undefined },
) {
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const order = show === 'open' ? 'asc' : 'desc'
  const rows = await selectReports(db)
    .select((eb) =>
      eb
        .selectFrom('injured_notices as s')
        .whereRef('s.report_id', '=', 'r.id')
        .select(({ fn }) => fn.agg<string[]>('array_agg', ['s.name']).orderBy('s.id').as('names'))
        .as('sent_to'),
    )
    .$if(show === 'open', (query) => query.where('r.ended_at', 'is', null))
    .$if(id !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('r.created_at', 'r.id'),
          order === 'asc' ? '>' : '<',
          eb.tuple(new Date(at!), String(id)),
        ),
      ),
    )
    .orderBy('r.created_at', order)
    .orderBy('r.id', order)
    .limit(21)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row): DeskInjured => ({
      ...stepsOf(row),
      ...factsOf(row),
      id: row.id,
      photo: row.photo,
      rescuer: rescuerOf(row),
      sentTo: row.sent_to ?? [],
      moves: movesOfDesk(row.status),
    }),
  })
}

const stepsOf = (row: Row) => ({
  status: row.status,
  createdAt: row.created_at,
  acceptedAt: row.accepted_at,
  setOutAt: row.set_out_at,
  endedAt: row.ended_at,
})

const factsOf = (row: Row) => ({
  animal: row.animal,
  severity: row.severity,
  place: row.place,
  city: row.city,
  position: row.latitude === null ? null : { lat: Number(row.latitude), lon: Number(row.longitude) },
  note: row.note,
  phone: row.phone,
  isPhoneConfirmed: row.phone_confirmed,
})

const rescuerOf = ({ rescuer_name: name, rescuer_phone: phone }: Row) =>
  name === null || phone === null ? null : { name, phone }
