import { type Insertable, sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { DB } from '#/kernel/server/schema.ts'
import type { Facts, ProviderRecord, VerificationStatus } from '#/verification/rules.ts'

export const tables = {
  veterinary_doctor: 'veterinary_doctors',
  pet_sitter: 'pet_sitters',
  pet_trainer: 'pet_trainers',
  pet_stylist: 'pet_stylists',
  pharmacist: 'pharmacists',
  supplier: 'suppliers',
} as const satisfies Record<ProviderRecord, keyof DB>

/** Records with a calendar start in the operator's time zone. */
const withCalendar: ReadonlySet<ProviderRecord> = new Set(['veterinary_doctor', 'pet_trainer', 'pet_stylist'])

/** The columns that a provider may write. */
export type OwnColumns<Kind extends ProviderRecord> = Omit<
  Insertable<DB[(typeof tables)[Kind]]>,
  | 'id'
  | 'user_id'
  | 'verification_status'
  | 'submitted_at'
  | 'facts_verified_at'
  | 'rating'
  | 'total_reviews'
  | 'created_at'
  | 'updated_at'
>

export type RecordRow = {
  id: string
  user_id: string
  verification_status: VerificationStatus
  profile_image_url: string | null
  /** The time at which the facts in the columns were verified; null before the first time. */
  facts_verified_at: Date | null
}

/** Locks a record until the transaction ends, against concurrent changes and decisions. */
export async function lockRecord(
  db: Db,
  record: ProviderRecord,
  by: { userId: string } | { recordId: string },
): Promise<RecordRow | undefined> {
  const [column, value] = 'userId' in by ? ['user_id', by.userId] : ['id', by.recordId]
  const { rows } = await sql<RecordRow>`
    select id, user_id, verification_status, profile_image_url, facts_verified_at from ${sql.table(tables[record])}
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
    update ${sql.table(tables[record])}
       set verification_status = ${status}, updated_at = ${now},
           submitted_at = case when ${status} = 'submitted' then ${now}::timestamptz else submitted_at end
     where id = ${recordId}
  `.execute(db)
}

/** Creates the user's record, or updates it if another tab was faster. */
export async function insertRecord<Kind extends ProviderRecord>(
  db: Db,
  record: Kind,
  columns: OwnColumns<Kind>,
  { userId, timeZone, now }: { userId: string; timeZone: string; now: Date },
): Promise<void> {
  await refuseSuspended(db, userId)
  // The caller's types have already checked the columns for this kind.
  const own = { ...columns, updated_at: now } as never
  await db
    .insertInto(tables[record] as 'pharmacists')
    .values({
      ...(own as object),
      ...(withCalendar.has(record) && { time_zone: timeZone }),
      id: newId(),
      user_id: userId,
      created_at: now,
    } as never)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(own))
    .execute()
}

/** Refuses an account suspended while it uploaded, and waits for a suspension in progress. */
async function refuseSuspended(db: Db, userId: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!user || user.suspended_at) refuseRequest('request.signed_out')
}

export async function updateRecord<Kind extends ProviderRecord>(
  db: Db,
  record: Kind,
  columns: Partial<OwnColumns<Kind>>,
  { recordId, now }: { recordId: string; now: Date },
): Promise<void> {
  await db
    .updateTable(tables[record] as 'pharmacists')
    .set({ ...columns, updated_at: now } as never)
    .where('id', '=', recordId)
    .execute()
}

/** Overwrites the verified facts with newly verified ones. */
export async function adoptFacts(
  db: Db,
  record: ProviderRecord,
  facts: Facts,
  { recordId, now }: { recordId: string; now: Date },
): Promise<void> {
  await db
    .updateTable(tables[record] as 'pharmacists')
    .set({ ...facts, facts_verified_at: now } as never)
    .where('id', '=', recordId)
    .execute()
}
