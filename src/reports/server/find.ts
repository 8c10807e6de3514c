import { DAY } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import { isKnownPerson } from '#/notifications/server/index.ts'
import { alertsNeighbours, inFives } from '#/reports/alerts.ts'
import type { ReportSearch } from '#/reports/contract.ts'
import { refuse } from '#/reports/errors.ts'
import type { Report } from '#/reports/shapes.ts'
import { countNeighbours } from './alert-neighbours.ts'
import { presentCard, presentReport } from './present.ts'
import { findOwnParts, findReport, listOwn, type ShownRow, selectActive } from './queries.ts'

const afterOf = (cursor: string | undefined) => {
  const key = readCursor(cursor, ['date', 'uuid'])
  return key && { at: new Date(key[0]!), id: String(key[1]) }
}
const page = (rows: ShownRow[]) =>
  toPage(rows, { keyOf: (row) => [row.created_at.toISOString(), row.id], show: presentCard })

export async function listReports({ db, now, visitor }: Serving, search: ReportSearch) {
  const { status, species, days, lat, lon, within, cursor } = search
  const rows = await selectActive(db, {
    status,
    species,
    reader: visitor?.userId ?? null,
    after: afterOf(cursor),
    since: days === undefined ? undefined : new Date(now.getTime() - days * DAY),
    near: lat === undefined || lon === undefined ? undefined : { place: { lat, lon }, within },
  }).execute()
  return page(rows)
}

export async function listMine(
  { db, actor }: Serving,
  { petId, cursor }: { petId?: string | undefined; cursor?: string | undefined },
) {
  return page(await listOwn(db, { userId: actor.userId, petId, after: afterOf(cursor) }))
}

/**
 * Returns the phone number that a report's reporter shares.
 * @throws reports.unconfirmed_reader
 */
export async function showPhone({ db, actor }: Serving, id: string): Promise<{ phone: string }> {
  const row = await findReport(db, actor.userId, id)
  if (!row?.is_active || !row.contact_phone) return refuseRequest('request.not_found')
  if (row.user_id !== actor.userId && !(await isKnownPerson(db, actor.userId)))
    refuse('reports.unconfirmed_reader')
  return { phone: row.contact_phone }
}

export async function showReport({ db, now, visitor }: Serving, id: string): Promise<Report> {
  const row = (await findReport(db, visitor?.userId ?? null, id)) ?? refuseRequest('request.not_found')
  const own = visitor && row.user_id === visitor.userId ? await findOwnParts(db, visitor, id) : undefined
  const shown = presentReport(row, own)
  if (!shown.own || !own || !alertsNeighbours(shown, now)) return shown
  const { told, others } = await countNeighbours(db, id)
  const alerts = { told: inFives(told), waiting: own.alert_waits ? inFives(others) : null }
  return { ...shown, own: { ...shown.own, alerts } }
}
