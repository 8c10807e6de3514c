import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import { columnsOf } from '#/kernel/server/record-rows.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Position } from '#/location/rules.ts'
import { pointOf } from '#/location/server/index.ts'
import type { Species } from '#/pets/rules.ts'
import { cardFields, privateFields, publicFields } from '#/reports/fields.ts'
import type { ReportStatus } from '#/reports/rules.ts'

const photo = sql<string | null>`coalesce(r.pet_picture_url, p.photo_url)`

/**
 * Selects reports with what everyone may see of them; `findOwnParts` alone reads the private columns. The caller decides
 * about removed ones.
 */
export function selectShown(db: Db) {
  return db
    .selectFrom('pet_reports as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('pets as p', 'p.id', 'r.pet_id')
    .select(['r.id', 'r.status', 'r.state', 'r.species', 'r.location_address'])
    .select(columnsOf(cardFields, 'r'))
    .select(['r.seen_at', 'r.created_at', photo.as('photo')])
}

export type Near = { place: Position; within?: number | undefined }

export type Wanted = {
  status: ReportStatus
  species?: Species | undefined
  since?: Date | undefined
  near?: Near | undefined
  /** Their own reports are left out. */
  reader: string | null
  after?: { at: Date; id: string } | undefined
}

/** Selects active reports of people who aren't suspended, newest first, and one more than fits a page. */
export function selectActive(db: Db, { status, species, since, near, reader, after }: Wanted) {
  const distance = near
    ? sql<number | null>`(r.position <-> ${pointOf(near.place)})`
    : sql<null>`null::float8`
  return selectShown(db)
    .select(distance.as('distance'))
    .where('r.is_active', '=', sql.lit(true))
    .where('u.suspended_at', 'is', null)
    .where('r.status', '=', status)
    .$if(reader !== null, (query) => query.where('r.user_id', '<>', reader!))
    .$if(species !== undefined, (query) => query.where('r.species', '=', species!))
    .$if(since !== undefined, (query) => query.where('r.created_at', '>=', since!))
    .$if(near?.within !== undefined, (query) => query.where(isWithin(near!.place, near!.within!)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.created_at, r.id) < (${after!.at}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
}

/** The box is what the index knows; the distance cuts off its corners. */
const isWithin = (place: Position, km: number): RawBuilder<boolean> => sql`(
  r.position <@ cube_enlarge(${pointOf(place)}, ${km}::float8, 3)
  and r.position <-> ${pointOf(place)} <= ${km}::float8)`

type Own = { userId: string; petId?: string | undefined; after: { at: Date; id: string } | undefined }

export function listOwn(db: Db, { userId, petId, after }: Own) {
  return selectShown(db)
    .select(sql<null>`null::float8`.as('distance'))
    .where('r.removed_at', 'is', null)
    .where('r.user_id', '=', userId)
    .$if(petId !== undefined, (query) => query.where('r.pet_id', '=', petId!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.created_at, r.id) < (${after!.at}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

export type ShownRow = Awaited<ReturnType<typeof listOwn>>[number] | CardRow
export type CardRow = Awaited<ReturnType<ReturnType<typeof selectActive>['execute']>>[number]

/** Finds a report that the reader may know of: withdrawn ones, and those of suspended people, are their reporter's alone. */
export function findReport(db: Db, readerId: string | null, id: string) {
  return (
    selectShown(db)
      .select(sql<null>`null::float8`.as('distance'))
      .select(columnsOf(publicFields, 'r'))
      .select(['r.user_id', 'r.photos', 'r.closed_at', 'r.is_active'])
      .select(['r.shown_latitude', 'r.shown_longitude', 'r.reach_km', 'u.name as reporter'])
      // Look-ups answer with two decimals; positions and pins of people have five.
      .select(
        sql<boolean | null>`r.latitude = round(r.latitude, 2) and r.longitude = round(r.longitude, 2)`.as(
          'is_rough',
        ),
      )
      .$if(readerId !== null, (query) =>
        query
          .select(
            sql<string | null>`case when not exists (
            select from message_blocks b where b.blocker_id = r.user_id and b.blocked_id = ${readerId}::uuid)
            then r.contact_phone end`.as('contact_phone'),
          )
          .select(({ exists, selectFrom }) =>
            exists(
              selectFrom('pet_report_followers as f')
                .select('f.user_id')
                .whereRef('f.report_id', '=', 'r.id')
                .where('f.user_id', '=', readerId!),
            ).as('is_followed'),
          ),
      )
      .where('r.id', '=', id)
      .where('r.removed_at', 'is', null)
      .where(
        sql<boolean>`(r.user_id = ${readerId}::uuid or (r.state <> 'withdrawn' and u.suspended_at is null))`,
      )
      .executeTakeFirst()
  )
}
export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** The parts of a report that only its reporter sees. */
export function findOwnParts(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom('pet_reports as r')
    .select(columnsOf(privateFields, 'r'))
    .select(['r.pet_id', 'r.photos', 'r.latitude', 'r.longitude', 'r.renewed_at', 'r.ask_at'])
    .select('r.alert_waits')
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
}
export type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnParts>>>

/** Locks the actor's own report until the transaction ends. */
export function lockOwn(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom('pet_reports')
    .select(['id', 'status', 'state', 'pet_id', 'pet_name', 'species', 'photos', 'renewed_at', 'latitude'])
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function findPetPhoto(db: Db, actor: Actor, petId: string) {
  return db
    .selectFrom('pets')
    .select('photo_url')
    .where('id', '=', petId)
    .where('owner_id', '=', actor.records['pet_owner'] ?? null)
    .executeTakeFirst()
}

/** Returns those with whom a reporter has written about the pet: on its report, or on theirs of the other kind. */
export async function listCorrespondents(
  db: Db,
  { id, user_id: reporterId }: { id: string; user_id: string },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select helper_id as "userId" from pet_report_contacts where report_id = ${id}
    union
    select c.reporter_id from pet_report_contacts c
      join pet_reports theirs on theirs.id = c.report_id and theirs.state = 'active'
      join pet_reports own on own.id = ${id} and own.species = theirs.species and own.status <> theirs.status
     where c.helper_id = ${reporterId}`.execute(db)
  return rows.map(({ userId }) => userId)
}

export async function listFollowers(
  db: Db,
  reportId: string,
  { withoutBlockersOf: writer }: { withoutBlockersOf?: string | null } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom('pet_report_followers as f')
    .select('f.user_id')
    .where('f.report_id', '=', reportId)
    .$if(Boolean(writer), (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('message_blocks as b')
              .select('b.blocker_id')
              .whereRef('b.blocker_id', '=', 'f.user_id')
              .where('b.blocked_id', '=', writer!),
          ),
        ),
      ),
    )
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Lists people for whom a notice waits that this report may match theirs. */
export async function listAwaitingMatch(db: Db, reportId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct w.user_id
      from waiting_notices w join notifications n on n.id = w.notification_id
     where starts_with(n.source, 'reports.match:')
       and string_to_array(n.source, ':') @> array[${reportId}::text]`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Returns the blocks between a person and others, as `blocker blocked`. */
export async function findBlocks(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('message_blocks')
    .select(['blocker_id', 'blocked_id'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('blocker_id', '=', userId), eb('blocked_id', 'in', others)]),
        and([eb('blocked_id', '=', userId), eb('blocker_id', 'in', others)]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ blocker_id, blocked_id }) => `${blocker_id} ${blocked_id}`))
}

/** Lists the sources of a person's waiting notices about what somebody else wrote under reports. */
export async function listAwaitedEntries(
  db: Db,
  { userId, writerId }: { userId: string; writerId: string },
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select n.source
      from waiting_notices w
      join notifications n on n.id = w.notification_id and starts_with(n.source, 'reports.entry_added:')
      join pet_report_entries e on n.source = 'reports.entry_added:' || e.id and e.report_id = n.related_report_id
     where w.user_id = ${userId} and (e.user_id = ${writerId} or e.guest_phone in (
       select account_id from accounts where user_id = ${writerId} and provider_id = 'phone'))`.execute(db)
  return rows.map(({ source }) => source)
}

/** Lists the sources of a person's waiting notices that somebody else's report may match theirs. */
export async function listAwaitedMatches(
  db: Db,
  { userId, reporterId }: { userId: string; reporterId: string },
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select distinct n.source
      from waiting_notices w
      join notifications n on n.id = w.notification_id and starts_with(n.source, 'reports.match:')
     where w.user_id = ${userId} and exists (
       select from pet_reports r
        where r.user_id = ${reporterId} and r.id::text = any(string_to_array(n.source, ':')))`.execute(db)
  return rows.map(({ source }) => source)
}

export async function insertFollower(
  db: Db,
  { reportId, userId, now }: { reportId: string; userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('pet_report_followers')
    .values({ report_id: reportId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
