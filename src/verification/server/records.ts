import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { ProviderRecord, VerificationStatus } from '../rules.ts'

const tables: Readonly<Record<ProviderRecord, string>> = {
  veterinary_doctor: 'veterinary_doctors',
  pet_sitter: 'pet_sitters',
  pet_trainer: 'pet_trainers',
  pet_stylist: 'pet_stylists',
  pharmacist: 'pharmacists',
  supplier: 'suppliers',
}

export type RecordRow = { id: string; user_id: string; verification_status: VerificationStatus }

/** The record, locked until the transaction ends: whoever decides about it or changes it waits for its turn. */
export async function lockRecord(
  db: Db,
  record: ProviderRecord,
  by: { userId: string } | { recordId: string },
): Promise<RecordRow | undefined> {
  const [column, value] = 'userId' in by ? ['user_id', by.userId] : ['id', by.recordId]
  const { rows } = await sql<RecordRow>`
    select id, user_id, verification_status from ${sql.table(tables[record])}
     where ${sql.ref(column)} = ${value} for no key update
  `.execute(db)
  return rows[0]
}

export async function setStatus(
  db: Db,
  record: ProviderRecord,
  recordId: string,
  status: VerificationStatus,
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(tables[record])} set verification_status = ${status}, updated_at = ${now} where id = ${recordId}
  `.execute(db)
}
