import type { Note, NoteRow, SharedNote } from '#/care/notes.ts'
import { mayWriteOf, type NoteState, type NoteType } from '#/care/rules.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { isShownTo, standingOf } from './access.ts'
import { readLines } from './lines.ts'
import { findNote, listNotes, type NoteRecord } from './queries.ts'

export type Reading = { db: Db; actor: Actor; now: Date; linkTo: LinkTo }

/** Returns undefined if the caller may not know about the note. */
export async function readNote(reading: Reading, id: string): Promise<Note | undefined> {
  const found = await findReadable(reading, id)
  if (!found) return undefined
  const { row, standing } = found
  const isWritten = row.author_user_id === reading.actor.userId
  const isDraft = stateOf(row) === 'draft'
  return {
    ...(await showBody(reading, row)),
    id,
    pet: {
      id: row.pet_id,
      name: row.pet_name,
      species: row.species,
      breed: row.breed,
      photoUrl: row.photo_url,
    },
    bookingId: row.booking_id,
    validMonths: row.valid_months,
    may: {
      change: isWritten && row.signed_at === null,
      sign:
        isWritten &&
        isDraft &&
        row.starts_at !== null &&
        mayWriteOf({ phase: row.phase!, startsAt: row.starts_at }, reading.now),
      addAddendum: isWritten && row.signed_at !== null,
      share: standing === 'owner',
    },
    version: row.version,
  }
}

export async function findReadable(reading: Omit<Reading, 'linkTo'>, id: string) {
  const row = await findNote(reading.db, id, reading.actor.userId)
  const standing = row && (await standingOf(reading, row.pet_id))
  if (!row || !standing || !isShownTo(standing, reading.actor.userId, row)) return undefined
  return { row, standing }
}

export async function showBody(
  reading: { db: Db; linkTo: LinkTo },
  row: NoteRecord,
): Promise<Omit<SharedNote, 'pet' | 'linkEndsAt'>> {
  return {
    ...showHead(row),
    visit: row.starts_at && row.time_zone ? { startsAt: row.starts_at, timeZone: row.time_zone } : null,
    history: row.history,
    temperatureC: row.temperature_c,
    heartRate: row.heart_rate,
    breathingRate: row.breathing_rate,
    weightLbs: row.weight_lbs,
    assessment: row.assessment,
    plan: row.plan,
    products: row.products,
    behaviour: row.behaviour,
    followUpOn: row.follow_up_on,
    signedAt: row.signed_at,
    ...(await readLines(reading, row.id)),
  }
}

type Headed = Pick<
  NoteRecord,
  | 'author_side'
  | 'trade'
  | 'type'
  | 'happened_on'
  | 'signed_at'
  | 'signed_name'
  | 'provider_addressed_as'
  | 'registration_number'
>

const stateOf = ({ author_side, signed_at }: Pick<Headed, 'author_side' | 'signed_at'>): NoteState =>
  author_side === 'owner' ? 'own' : signed_at ? 'signed' : 'draft'

function showHead(row: Headed): Pick<NoteRow, 'type' | 'state' | 'happenedOn' | 'by'> {
  return {
    type: row.type,
    state: stateOf(row),
    happenedOn: row.happened_on,
    by: {
      side: row.author_side as 'owner' | 'provider',
      name: row.signed_name ?? row.provider_addressed_as ?? '',
      trade: row.trade,
      registrationNumber: row.registration_number,
    },
  }
}

/** Fits a card of the timeline. */
const excerptLength = 200

/** Returns undefined if the caller may not know about the pet. */
export async function readTimeline(
  reading: Omit<Reading, 'linkTo'>,
  { id, type, cursor }: { id: string; type?: NoteType | undefined; cursor?: string | undefined },
) {
  const standing = await standingOf(reading, id)
  if (!standing) return undefined
  const key = readCursor(cursor, ['date', 'uuid'])
  const after = key && { on: String(key[0]).slice(0, 10), id: String(key[1]) }
  const { userId } = reading.actor
  return toPage(await listNotes(reading.db, { standing, userId }, { petId: id, type, after }), {
    limit: pageSize,
    keyOf: (row) => [new Date(row.happened_on).toISOString(), row.id],
    show: (row): NoteRow => ({
      id: row.id,
      ...showHead(row),
      excerpt: [...(row.assessment ?? row.plan ?? row.history ?? '')].slice(0, excerptLength).join(''),
      medicines: row.medicines,
      vaccinations: row.vaccinations,
      homework: row.homework,
      files: row.files,
    }),
  })
}
