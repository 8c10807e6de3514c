import { sql } from 'kysely'
import type { DeskIncident } from '#/care/desk.ts'
import { refuse } from '#/care/errors.ts'
import type { IncidentChanged } from '#/care/events.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { listIncidentAddenda } from './incident-queries.ts'

type Search = { search?: string | undefined; isRemoved: boolean; cursor?: string | undefined }

/** Lists incidents by the name of the provider or the owner, latest first, or the removed ones, last removed first. */
export async function listDeskIncidents(db: Db, { search = '', isRemoved, cursor }: Search) {
  const since = isRemoved ? ('i.removed_at' as const) : ('i.created_at' as const)
  const words = search.trim()
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await db
    .selectFrom('incidents as i')
    .innerJoin('appointments as a', 'a.id', 'i.appointment_id')
    .innerJoin('providers as v', 'v.id', 'a.provider_id')
    .innerJoin('pets as p', 'p.id', 'i.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('admin_users as remover', 'remover.id', 'i.removed_by')
    .selectAll('i')
    .select(['v.addressed_as as provider_name', 'p.name as pet_name'])
    .select(['u.id as owner_user_id', 'u.name as owner_name', 'remover.name as remover_name'])
    .where('i.removed_at', isRemoved ? 'is not' : 'is', null)
    .$if(words !== '', (query) =>
      query.where((eb) =>
        eb.or([eb('v.addressed_as', 'ilike', containing(words)), eb('u.name', 'ilike', containing(words))]),
      ),
    )
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(since)}, i.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy(since, 'desc')
    .orderBy('i.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const addenda = await listIncidentAddenda(
    db,
    rows.map((row) => row.id),
  )
  return toPage(rows, {
    keyOf: (row) => [(isRemoved ? row.removed_at! : row.created_at).toISOString(), row.id],
    show: (row): DeskIncident => ({
      id: row.id,
      at: row.created_at,
      bookingId: row.appointment_id,
      pet: row.pet_name,
      owner: { id: row.owner_user_id, name: row.owner_name },
      provider: { id: row.author_user_id, name: row.provider_name },
      kind: row.kind,
      severity: row.severity,
      happened: row.happened,
      done: row.done,
      answer: row.answer,
      answeredAt: row.answered_at,
      addenda: addenda.filter(({ incidentId }) => incidentId === row.id),
      removed: row.removed_at && {
        at: row.removed_at,
        by: row.remover_name ?? '',
        reason: row.removal_reason!,
      },
    }),
  })
}

/**
 * Hides an incident from both sides and from later providers, and tells both why. The row stays.
 * @throws care.already_removed if another admin was faster
 */
export async function removeIncident(
  { db, now, announce }: Work,
  { id, reason, adminId }: { id: string; reason: string; adminId: string },
): Promise<Changed> {
  const row = await db
    .selectFrom('incidents')
    .select('removed_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (row.removed_at) refuse('care.already_removed')
  await db
    .updateTable('incidents')
    .set({ removed_at: now, removed_by: adminId, removal_reason: reason })
    .where('id', '=', id)
    .execute()
  await announce<IncidentChanged>('care.incident_changed', { incidentId: id, what: 'removed', mark: '' })
  return { before: { removed: false }, after: { removed: true } }
}
