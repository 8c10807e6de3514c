import type { AddendumAdded, NoteSigned } from '#/care/events.ts'
import { notesPath } from '#/care/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { findNote } from './queries.ts'

export const tellOfNote = subscriber<NoteSigned>(
  'care.note_signed',
  'care.tell-of-note',
  async (work, { noteId, ownerUserId }) => {
    const row = await findNote(work.db, noteId)
    if (!row) return
    const by = row.signed_name ?? ''
    await notify(work, {
      userId: ownerUserId,
      causedBy: row.author_user_id,
      type: 'visit_note_signed',
      source: `care.note_signed:${noteId}`,
      title: `Visit note for ${row.pet_name}`,
      message: `${by} signed the note for the visit on ${formatDay(row.happened_on)}. Read it to see what was found and what to do next.`,
      href: `${notesPath}?note=${noteId}`,
    })
  },
)

export const tellOfAddendum = subscriber<AddendumAdded>(
  'care.addendum_added',
  'care.tell-of-addendum',
  async (work, { noteId, addendumId, ownerUserId }) => {
    const row = await findNote(work.db, noteId)
    if (!row) return
    const by = row.signed_name ?? ''
    await notify(work, {
      userId: ownerUserId,
      causedBy: row.author_user_id,
      type: 'visit_note_addendum',
      source: `care.addendum_added:${addendumId}`,
      title: `Addendum to ${row.pet_name}’s visit note`,
      message: `${by} added something to the note for the visit on ${formatDay(row.happened_on)}.`,
      href: `${notesPath}?note=${noteId}`,
    })
  },
)
