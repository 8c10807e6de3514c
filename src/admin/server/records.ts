import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

/** Where the records of each kind are kept. Owners have nothing that anyone lists. */
const tables = {
  veterinary_doctor: 'veterinary_doctors',
  pet_sitter: 'pet_sitters',
  pet_trainer: 'pet_trainers',
  pet_stylist: 'pet_stylists',
  pharmacist: 'pharmacists',
  supplier: 'suppliers',
} as const

type Kind = keyof typeof tables
type Moved = { record: Kind; recordId: string; from: string; to: string }
type Given = { db: Db; userId: string; adminId: string; reason: string | null; now: Date }

/** Suspends every record of a user that is not suspended already; answers with what each was. */
export async function suspendRecords(given: Given): Promise<Moved[]> {
  const { db, userId } = given
  const moved: Moved[] = []
  for (const [record, table] of Object.entries(tables) as [Kind, string][]) {
    const { rows } = await sql<{ id: string; was: string }>`
      update ${sql.table(table)} r set verification_status = 'suspended'
        from (select id, verification_status from ${sql.table(table)} where user_id = ${userId} for no key update) old
       where r.id = old.id and old.verification_status <> 'suspended'
      returning r.id, old.verification_status as was
    `.execute(db)
    for (const { id, was } of rows) moved.push({ record, recordId: id, from: was, to: 'suspended' })
  }
  await keepChanges(given, moved)
  return moved
}

/** Gives back the records that the user's suspension took, and none that was suspended before or since for itself. */
export async function restoreRecords(given: Given): Promise<Moved[]> {
  const { db, userId } = given
  const last = await db
    .selectFrom('verification_changes')
    .where('user_id', '=', userId)
    .distinctOn(['record', 'record_id'])
    .orderBy('record')
    .orderBy('record_id')
    .orderBy('sequence', 'desc')
    .select(['record', 'record_id', 'from_status', 'to_status', 'with_account'])
    .execute()
  const moved: Moved[] = []
  for (const { record, record_id, from_status, to_status, with_account } of last) {
    if (!with_account || to_status !== 'suspended') continue
    const { numAffectedRows } = await sql`
      update ${sql.table(tables[record as Kind])} set verification_status = ${from_status}
       where id = ${record_id} and verification_status = 'suspended'
    `.execute(db)
    if (numAffectedRows)
      moved.push({ record: record as Kind, recordId: record_id, from: 'suspended', to: from_status })
  }
  await keepChanges(given, moved)
  return moved
}

async function keepChanges({ db, userId, adminId, reason, now }: Given, moved: Moved[]): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.map(({ record, recordId, from, to }) => ({
    id: newId(),
    record,
    record_id: recordId,
    user_id: userId,
    from_status: from,
    to_status: to,
    admin_id: adminId,
    reason,
    changed_at: now,
    with_account: true,
  }))
  await db.insertInto('verification_changes').values(rows).execute()
}
