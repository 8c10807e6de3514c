import type { AddendumAdded, NoteSigned, PicturesAdded } from '#/care/events.ts'
import { formOfType, forms, type NoteForm } from '#/care/forms.ts'
import { notesPath } from '#/care/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { dayOf, formatDay } from '#/kernel/time.ts'
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
      message: `${by} signed the ${noun} for ${formatDay(row.happened_on)}. ${toRead[form]}`,
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
      message: `${by} added something to the note for ${formatDay(row.happened_on)}.`,
      href: `${notesPath}?note=${noteId}`,
    })
  },
)

export const tellOfPictures = subscriber<PicturesAdded>(
  'care.pictures_added',
  'care.tell-of-pictures',
  async (work, { bookingId, petId, at }) => {
    const row = await work.db
      .selectFrom('appointments as a')
      .innerJoin('providers as v', 'v.id', 'a.provider_id')
      .innerJoin('pets as p', (join) => join.on('p.id', '=', petId))
      .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
      .leftJoin('message_blocks as m', (join) =>
        join.onRef('m.blocker_id', '=', 'o.user_id').onRef('m.blocked_id', '=', 'a.provider_user_id'),
      )
      .select(['a.starts_at', 'a.time_zone', 'a.provider_user_id', 'v.addressed_as', 'p.name', 'o.user_id'])
      .where('a.id', '=', bookingId)
      .where('m.blocker_id', 'is', null)
      .executeTakeFirst()
    if (!row) return
    await notify(work, {
      userId: row.user_id,
      causedBy: row.provider_user_id,
      type: 'visit_pictures',
      source: `care.pictures_added:${bookingId}:${at}`,
      title: `New pictures of ${row.name}`,
      message: `${row.addressed_as} added pictures from the visit on ${formatDay(dayOf(row.starts_at, row.time_zone))}.`,
      href: `${notesPath}?pet=${petId}&visit=${bookingId}&pictures=1`,
    })
  },
)
