import type { Db } from '#/kernel/server/db.ts'
import type { Facts, ProviderRecord } from '#/verification/rules.ts'
import { findFacts, findLastChange } from './queries.ts'
import type { RecordRow } from './records.ts'

/** Returns undefined for a record that was never verified. */
export async function findVerifiedFacts(
  db: Db,
  record: ProviderRecord,
  row: Pick<RecordRow, 'id' | 'facts_verified_at'>,
): Promise<Facts | undefined> {
  if (!row.facts_verified_at) return undefined
  return (await findFacts(db, record, row.id)).licence as Facts
}

export async function findProposal(
  db: Db,
  record: ProviderRecord,
  recordId: string,
): Promise<Facts | undefined> {
  const row = await db
    .selectFrom('verification_proposals')
    .select('facts')
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return row?.facts as Facts | undefined
}

export async function keepProposal(
  db: Db,
  proposal: { record: ProviderRecord; row: RecordRow; facts: Facts; now: Date },
): Promise<void> {
  const { record, row, now } = proposal
  const facts = JSON.stringify(proposal.facts)
  await db
    .insertInto('verification_proposals')
    .values({ record, record_id: row.id, user_id: row.user_id, facts, proposed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['record', 'record_id']).doUpdateSet({ facts, proposed_at: now }),
    )
    .execute()
}

export async function dropProposal(db: Db, record: ProviderRecord, recordId: string): Promise<void> {
  await db
    .deleteFrom('verification_proposals')
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .execute()
}

/** Tells whether a record is being checked only because its provider changed verified facts. */
export async function waitsForChange(db: Db, record: ProviderRecord, recordId: string): Promise<boolean> {
  const last = await findLastChange(db, record, recordId)
  if (last?.from_status !== 'verified' || last.to_status !== 'submitted') return false
  return (await findProposal(db, record, recordId)) !== undefined
}

/**
 * Replaces verified facts by proposed ones, so that providers see their profile as they last saved it. A profile names facts
 * after their columns: `license_id` is `licenseId`.
 */
export async function withProposal<Profile extends object>(
  db: Db,
  record: ProviderRecord,
  { userId, profile }: { userId: string; profile: Profile | undefined },
): Promise<Profile | undefined> {
  if (!profile) return undefined
  const row = await db
    .selectFrom('verification_proposals')
    .select('facts')
    .where('record', '=', record)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const facts = Object.entries((row?.facts ?? {}) as Facts)
  return { ...profile, ...Object.fromEntries(facts.map(([fact, value]) => [camelCase(fact), value])) }
}

const camelCase = (column: string) => column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
