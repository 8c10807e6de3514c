import type { AddendumAdded, NoteSigned } from '#/care/events.ts'
import { formOfType, forms, type NoteForm } from '#/care/forms.ts'
import { notesPath } from '#/care/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { findNote } from './queries.ts'

const toRead: Readonly<Record<NoteForm, string>> = {
  medical: 'Read it to see what was found and what to do next.',
  session: 'Read it to see how it went and what to practise at home.',
  grooming: 'Read it to see what was done and how the coat is.',
}

export const tellOfNote = subscriber<NoteSigned>(
  'care.note_signed',
  'care.tell-of-note',
  async (work, { noteId, ownerUserId }) => {
    const row = await findNote(work.db, noteId)
    if (!row) return
    const by = row.signed_name ?? ''
    const form = formOfType(row.type)
    const { title, noun } = forms[form]
    await notify(work, {
      userId: ownerUserId,
      causedBy: row.author_user_id,
      type: 'visit_note_signed',
      source: `care.note_signed:${noteId}`,
      title: `${title} for ${row.pet_name}`,
      message: `${by} signed the ${noun} of ${formatDay(row.happened_on)}. ${toRead[form]}`,
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
      title: `Addendum to ${row.pet_name}’s ${forms[formOfType(row.type)].noun}`,
      message: `${by} added something to the note of ${formatDay(row.happened_on)}.`,
      href: `${notesPath}?note=${noteId}`,
    })
  },
)
