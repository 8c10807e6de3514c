import { nameUnnamed } from '#/accounts/server/index.ts'
import { expectName, expectPlainBio } from '#/kernel/server/public-words.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/verification/contract.ts'
import { changesOf, type Facts, type ProviderRecord } from '#/verification/rules.ts'
import { move } from './move.ts'
import { dropProposal, findVerifiedFacts, keepProposal, waitsForChange } from './proposals.ts'
import { insertRecord, lockRecord, type OwnColumns, type RecordRow, updateRecord } from './records.ts'

export type Saving = ActorWork & Pick<Serving, 'keepPicture' | 'forgetPicture' | 'config'>

type Photo = { photo?: Blob | null; removePhoto: boolean }

/**
 * Creates or updates the caller's record. Verified facts stay in the columns; differing ones become a proposal, which submits
 * the record again. Bookings stay.
 * @throws request.name_refused, request.links_refused
 */
export async function saveRecord<Kind extends ProviderRecord>(
  work: Saving,
  record: Kind,
  columns: OwnColumns<Kind>,
  { photo, removePhoto }: Photo,
): Promise<void> {
  const { db, actor, now, keepPicture, forgetPicture, config } = work
  expectName(nameIn(columns), config)
  if ('bio' in columns) expectPlainBio(columns.bio as string | null)
  if (actor.isUnnamed) await nameUnnamed(db, { userId: actor.userId, name: nameIn(columns), at: now })
  const row = await lockRecord(db, record, { userId: actor.userId })
  const kept = row?.profile_image_url ?? null
  const profile_image_url = photo ? await keepPicture(photo) : removePhoto ? null : kept
  const all = { ...columns, profile_image_url }
  if (!row) {
    const timeZone = config.DEFAULT_TIME_ZONE
    return insertRecord(db, record, all, { userId: actor.userId, timeZone, now })
  }
  const verified = await findVerifiedFacts(db, record, row)
  await updateRecord(db, record, { ...all, ...verified }, { recordId: row.id, now })
  if (profile_image_url !== kept) await forgetPicture(kept)
  if (verified) await propose(work, record, { row, verified, saved: all })
}

const nameIn = (columns: { full_name?: string; business_name?: string }): string =>
  columns.full_name ?? columns.business_name ?? ''

type Saved = { row: RecordRow; verified: Facts; saved: Readonly<Record<string, unknown>> }

async function propose(work: Saving, record: ProviderRecord, { row, verified, saved }: Saved): Promise<void> {
  const { db, now } = work
  const facts = Object.fromEntries(
    Object.keys(verified).map((fact) => [fact, (saved[fact] ?? null) as string | null]),
  )
  const step = { record, adminId: null, reason: null }
  if (changesOf(verified, facts).length > 0) {
    await keepProposal(db, { record, row, facts, now })
    if (row.verification_status === 'verified') await move(work, row, { ...step, to: 'submitted' })
    return
  }
  const isWithdrawn = await waitsForChange(db, record, row.id)
  await dropProposal(db, record, row.id)
  if (isWithdrawn) await move(work, row, { ...step, to: 'verified' })
}

/**
 * Refuses a provider who comes to owners' homes and doesn't say where: no search by place would find them.
 * @throws verification.area_needed
 */
export function expectArea({
  location,
  comesToOwner,
}: {
  location: string | null
  comesToOwner: boolean
}): void {
  if (comesToOwner && location === null) refuse('verification.area_needed')
}
