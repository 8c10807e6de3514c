import { createHash } from 'node:crypto'
import type { NoteLink } from '#/care/contract.ts'
import { refuse } from '#/care/errors.ts'
import type { SharedNote } from '#/care/notes.ts'
import { linkEnd, noteLimits, sharedPath } from '#/care/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { keyedHash } from '#/kernel/server/keys.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { findNote } from './queries.ts'
import { findReadable, type Reading, showBody } from './show.ts'

/**
 * Derives the secret part of a link's address instead of storing it: the database has only its hash, and stored answers don't
 * have it at all. Nobody can compute it from the link's id without our secret.
 */
function tokenOf(secret: string, linkId: string): string {
  return keyedHash(secret, 'note links', linkId)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const live = (db: Db, noteId: string, now: Date) =>
  db
    .selectFrom('visit_note_links')
    .select(['id', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('note_id', '=', noteId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

/** Lists a note's working links, newest first. */
export async function listLinks(
  reading: Omit<Reading, 'linkTo'>,
  secret: string,
  noteId: string,
): Promise<NoteLink[]> {
  await expectOwn(reading, noteId)
  const links = await live(reading.db, noteId, reading.now).orderBy('id', 'desc').execute()
  return links.map((link) => ({ ...link, path: sharedPath(tokenOf(secret, link.id)) }))
}

/** @throws care.too_many_links */
export async function shareNote(
  reading: Omit<Reading, 'linkTo'>,
  secret: string,
  noteId: string,
): Promise<{ id: string }> {
  const { db, actor, now } = reading
  await expectOwn(reading, noteId)
  // Locked, because two requests at once would both find room for the last link.
  await db.selectFrom('visit_notes').select('id').where('id', '=', noteId).forNoKeyUpdate().execute()
  if ((await live(db, noteId, now).execute()).length >= noteLimits.links) refuse('care.too_many_links')
  const id = newId<'note link'>()
  await db
    .insertInto('visit_note_links')
    .values({
      id,
      note_id: noteId,
      user_id: actor.userId,
      token_hash: hashOf(tokenOf(secret, id)),
      created_at: now,
      expires_at: linkEnd(now),
    })
    .execute()
  return { id }
}

export async function revokeLink({ db, actor, now }: { db: Db; actor: Actor; now: Date }, id: string) {
  const { numUpdatedRows } = await db
    .updateTable('visit_note_links as l')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('l.revoked_at', eb.val(now)) }))
    .where('l.id', '=', id)
    .where('l.note_id', 'in', (eb) =>
      eb
        .selectFrom('visit_notes as n')
        .innerJoin('pets as p', 'p.id', 'n.pet_id')
        .select('n.id')
        .where('p.owner_id', '=', actor.records['pet_owner']!),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuseRequest('request.not_found')
}

/** Reads a note by its link. Expired, revoked and unknown links look the same. */
export async function readShared(
  { db, now, linkTo }: Omit<Reading, 'actor'>,
  token: string,
): Promise<SharedNote> {
  const link = await db
    .selectFrom('visit_note_links')
    .select(['note_id', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const row = link && (await findNote(db, link.note_id))
  if (!row) return refuseRequest('request.not_found')
  return {
    ...(await showBody({ db, linkTo }, row)),
    pet: { name: row.pet_name, species: row.species, breed: row.breed },
    linkEndsAt: link.expires_at,
  }
}

/** Only the pet's owner may make links, and only to notes that they may read. */
async function expectOwn(reading: Omit<Reading, 'linkTo'>, noteId: string): Promise<void> {
  const found = await findReadable(reading, noteId)
  if (found?.standing !== 'owner') refuseRequest('request.not_found')
}
