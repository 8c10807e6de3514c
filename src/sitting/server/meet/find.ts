import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import {
  hostOf,
  type MeetSide,
  type MeetStatus,
  meetEndsAt,
  meetMovesOf,
  meetStatusAt,
} from '#/sitting/meet.ts'
import type { MeetGreet, MeetTab } from '#/sitting/meet-contract.ts'

type PetOfMeet = MeetGreet['pets'][number] & { knownName: string }

/** Selects meet & greets with both sides. A sitter who has blocked the owner reads the names that they had then. */
export function selectMeets(db: Db) {
  return db
    .selectFrom('meet_greets as m')
    .innerJoin('providers as p', 'p.id', 'm.sitter_id')
    .innerJoin('pet_owners as o', 'o.id', 'm.pet_owner_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .selectAll('m')
    .select(['p.user_id as sitter_user_id', 'p.addressed_as as sitter_name'])
    .select(['p.profile_image_url as sitter_image', 'o.user_id as owner_user_id'])
    .select(sql<boolean>`p.is_confirmed or p.verification_status = 'verified'`.as('sitter_is_confirmed'))
    .select(
      sql<string>`coalesce(nullif(known_name(p.user_id, u.id, u.name), ''), 'A pet owner')`.as('owner_name'),
    )
    .select(({ exists, selectFrom }) => [
      exists(selectFrom('message_threads as t').select('t.id').whereRef('t.meet_greet_id', '=', 'm.id')).as(
        'has_thread',
      ),
      exists(
        selectFrom('message_blocks as b')
          .select('b.blocker_id')
          .whereRef('b.blocker_id', '=', 'u.id')
          .whereRef('b.blocked_id', '=', 'p.user_id'),
      ).as('owner_blocks'),
      exists(
        selectFrom('message_blocks as b')
          .select('b.blocker_id')
          .whereRef('b.blocker_id', '=', 'p.user_id')
          .whereRef('b.blocked_id', '=', 'u.id'),
      ).as('sitter_blocks'),
    ])
    .select(
      sql<PetOfMeet[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', pet.id, 'name', pet.name, 'breed', pet.breed, 'species', pet.species,
            'photoUrl', pet.photo_url, 'knownName', known_pet_name(p.user_id, u.id, pet.id, pet.name)) order by mp.position)
          from meet_greet_pets mp join pets pet on pet.id = mp.pet_id where mp.meet_greet_id = m.id), '[]')`.as(
        'pets',
      ),
    )
}

export type MeetRow = Awaited<ReturnType<ReturnType<typeof selectMeets>['execute']>>[number]

/** Returns the row as the rules in `meet.ts` read it. */
export const meetOf = (row: MeetRow) => ({
  status: row.status,
  suggestedBy: row.suggested_by,
  suggestions: row.suggestions,
  answerBy: row.answer_by,
  startsAt: row.starts_at,
})

export const petsFor = (side: MeetSide, { pets }: Pick<MeetRow, 'pets'>) =>
  pets.map(({ knownName, ...pet }) => (side === 'sitter' ? { ...pet, name: knownName } : pet))

/** Replaces the place when an account is erased. */
const erased = '-'

export function showMeet(row: MeetRow, side: MeetSide, now: Date): MeetGreet {
  const meet = meetOf(row)
  const status = meetStatusAt(meet, now)
  const seesPlace = side === hostOf(row.kind) || row.kind === 'public' || status === 'agreed'
  return {
    id: row.id,
    sitterId: row.sitter_id,
    side,
    service: row.service_type,
    pets: petsFor(side, row),
    with:
      side === 'owner'
        ? { name: row.sitter_name, imageUrl: row.sitter_image }
        : { name: row.owner_name, imageUrl: null },
    status,
    kind: row.kind,
    place: seesPlace && row.place !== erased ? row.place : null,
    message: row.message,
    timeZone: row.time_zone,
    times: row.times,
    suggestedBy: row.suggested_by,
    answerBy: row.answer_by,
    startsAt: row.starts_at,
    endsAt: row.starts_at && meetEndsAt(row.starts_at),
    endedBy: row.ended_by,
    reason: row.reason,
    isBlocked: Boolean(side === 'owner' ? row.owner_blocks : row.sitter_blocks),
    hasMessages: Boolean(row.has_thread) || ['asked', 'agreed', 'passed'].includes(status),
    moves: meetMovesOf(side, meet, now),
  }
}

const statusesOf: Readonly<Record<MeetTab, readonly MeetStatus[]>> = {
  open: ['asked', 'agreed'],
  requests: ['asked'],
  upcoming: ['agreed'],
  past: ['declined', 'expired', 'cancelled', 'passed'],
}

type Asked = { side: MeetSide; tab: MeetTab; id?: string | undefined; cursor?: string | undefined }

/** Lists the actor's meet & greets, newest first. */
export async function listMeets(
  { db, actor, now }: Pick<ActorWork, 'db' | 'actor' | 'now'>,
  { side, tab, id, cursor }: Asked,
) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const column = side === 'owner' ? 'm.pet_owner_id' : 'm.sitter_id'
  const record = actor.records[side === 'owner' ? 'pet_owner' : 'pet_sitter']
  const rows = await selectMeets(db)
    .where(column, '=', record ?? null)
    .$if(id === undefined, (query) => query.where('m.status', 'in', [...statusesOf[tab]]))
    .$if(id !== undefined, (query) => query.where('m.id', '=', id!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(m.created_at, m.id) < (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row) => showMeet(row, side, now),
  })
}
