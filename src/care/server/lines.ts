import { refuse } from '#/care/errors.ts'
import type { Note, NoteContent } from '#/care/notes.ts'
import { noteLimits } from '#/care/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Serving } from '#/kernel/server/serve.ts'

export async function replaceLines(
  db: Db,
  noteId: string,
  { medicines, vaccinations, homework }: NoteContent,
) {
  await db.deleteFrom('visit_note_medicines').where('note_id', '=', noteId).execute()
  await db.deleteFrom('visit_note_vaccinations').where('note_id', '=', noteId).execute()
  await db.deleteFrom('visit_note_homework').where('note_id', '=', noteId).execute()
  if (homework.length > 0)
    await db
      .insertInto('visit_note_homework')
      .values(
        homework.map(({ exercise, howOften, howLong }, index) => ({
          note_id: noteId,
          position: index + 1,
          exercise,
          how_often: howOften,
          how_long: howLong,
        })),
      )
      .execute()
  if (medicines.length > 0)
    await db
      .insertInto('visit_note_medicines')
      .values(
        medicines.map(({ howOften, days = null, ...medicine }, index) => ({
          note_id: noteId,
          position: index + 1,
          ...medicine,
          how_often: howOften,
          days,
        })),
      )
      .execute()
  if (vaccinations.length > 0)
    await db
      .insertInto('visit_note_vaccinations')
      .values(
        vaccinations.map(({ name, givenOn, nextDueOn = null }, index) => ({
          note_id: noteId,
          position: index + 1,
          name,
          given_on: givenOn,
          next_due_on: nextDueOn,
        })),
      )
      .execute()
}

type Filing = { db: Db } & Pick<Serving, 'keepDocument'>

/**
 * Removes the files that aren't kept, and appends the new ones. A trigger deletes the upload with its row.
 * @throws care.too_many_files
 */
export async function replaceFiles(
  { db, keepDocument }: Filing,
  noteId: string,
  { keep, files }: { keep: string[]; files: Blob[] },
): Promise<void> {
  await db
    .deleteFrom('visit_note_files')
    .where('note_id', '=', noteId)
    .$if(keep.length > 0, (query) => query.where('upload_id', 'not in', keep))
    .execute()
  const left = await db
    .selectFrom('visit_note_files')
    .select(['upload_id', 'position'])
    .where('note_id', '=', noteId)
    .orderBy('position')
    .execute()
  if (left.length + files.length > noteLimits.files) refuse('care.too_many_files')
  const taken = new Set(left.map(({ position }) => position))
  const free = Array.from({ length: noteLimits.files }, (_, index) => index + 1).filter(
    (one) => !taken.has(one),
  )
  for (const [index, file] of files.entries())
    await db
      .insertInto('visit_note_files')
      .values({ upload_id: await keepDocument(file), note_id: noteId, position: free[index]! })
      .execute()
}

/** Reads a note's lines, files and addenda. The files come with links, so check access first. */
export async function readLines(
  { db, linkTo }: { db: Db; linkTo: LinkTo },
  noteId: string,
): Promise<Pick<Note, 'medicines' | 'vaccinations' | 'homework' | 'files' | 'addenda' | 'validUntil'>> {
  const medicines = await db
    .selectFrom('visit_note_medicines')
    .select(['name', 'form', 'strength', 'dose', 'how_often as howOften', 'days', 'refills'])
    .where('note_id', '=', noteId)
    .orderBy('position')
    .execute()
  const vaccinations = await db
    .selectFrom('visit_note_vaccinations')
    .select(['name', 'given_on as givenOn', 'next_due_on as nextDueOn'])
    .where('note_id', '=', noteId)
    .orderBy('position')
    .execute()
  const homework = await db
    .selectFrom('visit_note_homework')
    .select(['exercise', 'how_often as howOften', 'how_long as howLong'])
    .where('note_id', '=', noteId)
    .orderBy('position')
    .execute()
  const files = await db
    .selectFrom('visit_note_files as f')
    .innerJoin('uploads as u', 'u.id', 'f.upload_id')
    .select(['u.id', 'u.name', 'u.content_type', 'u.bytes'])
    .where('f.note_id', '=', noteId)
    .orderBy('f.position')
    .execute()
  const addenda = await db
    .selectFrom('visit_note_addenda')
    .select(['id', 'text', 'created_at as at'])
    .where('note_id', '=', noteId)
    .orderBy('position')
    .execute()
  const prescription = await db
    .selectFrom('prescriptions')
    .select('valid_until')
    .where('note_id', '=', noteId)
    .executeTakeFirst()
  return {
    medicines,
    vaccinations,
    homework,
    files: files.map((file) => ({
      id: file.id,
      name: file.name ?? '',
      contentType: file.content_type,
      bytes: file.bytes,
      url: linkTo(file),
    })),
    addenda,
    validUntil: prescription?.valid_until ?? null,
  }
}
