import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { PrivateFile } from '#/kernel/server/files/signed-links.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import { orderName } from '#/payments/rules.ts'
import { shopZone } from '#/shop/delivery-time.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import {
  type Checked,
  type Dispensing,
  type DispensingView,
  decidedBy,
  type LineState,
  yearsKept,
} from '#/shop/prescriptions.ts'
import { wasPlaced } from '#/shop/server/orders/sell.ts'
import { medicinesOfNote } from './keep.ts'

type PrescriptionJson = {
  id: string
  petName: string
  prescriber: string | null
  registrationNumber: string | null
  issuedOn: string | null
  validUntil: string | null
  isNote: boolean
  upload: string | null
  fileName: string | null
  contentType: PrivateFile['content_type'] | null
  medicines: Checked['prescriptions'][number]['medicines']
  pet: Checked['prescriptions'][number]['pet']
  earlier: Checked['prescriptions'][number]['earlier']
  pending: Checked['prescriptions'][number]['pending']
  seen: string
}
type LineJson = {
  id: string
  prescriptionId: string
  name: string
  variant: string
  strength: string | null
  asked: number
  status: LineState
  quantity: number | null
  refills: number | null
  reason: string | null
  batch: string | null
  expiresOn: string | null
  refillsLeft: number | null
}

/** The lines `e` of other checks `f` and parts `t` on prescription `g`, or on the same note. */
const othersOn = sql`dispensed_lines e join dispensings f on f.part_id = e.part_id join order_parts t on t.id = e.part_id
  where e.prescription_id = any(array(
      select g.id union select h.id from given_prescriptions h where h.note_prescription_id = g.note_prescription_id))
    and t.status <> 'cancelled' and e.part_id <> c.part_id`

/**
 * Lists what any pharmacist approved on prescription `g` before check `c` was decided. Uses count by product, so only the pharmacist
 * can see that another listing of the same medicine has used it.
 */
const earlierOn = sql`coalesce((
  select json_agg(json_build_object('name', e.name, 'variant', e.variant, 'strength', e.strength, 'quantity', e.quantity,
    'on', (f.decided_at at time zone ${sql.lit(shopZone)})::date) order by f.decided_at, e.position)
  from ${othersOn} and e.status = 'approved' and f.decided_at < coalesce(c.decided_at, 'infinity')), '[]')`

const pendingOn = sql`coalesce((
  select json_agg(json_build_object('name', e.name, 'variant', e.variant, 'strength', e.strength, 'quantity', e.asked)
    order by f.created_at, e.position)
  from ${othersOn} and e.status = 'submitted'), '[]')`

const seenOn = sql<string>`coalesce((
  select md5(string_agg(e.id || e.status, ' ' order by e.id)) from ${othersOn} and e.status in ('approved', 'submitted')), '')`

/** Returns what the prescriptions of a check say about other checks now, as its pharmacist's page does. Call it with them locked. */
export async function readSeen(db: Db, partId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; seen: string }>`
    select g.id, ${seenOn} as seen from dispensings c
      join given_prescriptions g on g.id in (select d.prescription_id from dispensed_lines d where d.part_id = c.part_id)
     where c.part_id = ${partId}
  `.execute(db)
  return new Map(rows.map(({ id, seen }) => [id, seen]))
}

const petOf = sql`(
  select json_build_object('species', p.species, 'breed', p.breed, 'isMixed', p.is_mixed, 'sizeLbs', p.pet_size_lbs, 'sex', p.sex,
    'dateOfBirth', p.date_of_birth, 'isBirthEstimated', p.is_birth_estimated, 'allergies', p.allergies, 'conditions', p.conditions,
    'medicines', p.medicines)
  from pets p where p.id = g.pet_id)`

const prescriptionsOf = sql<PrescriptionJson[]>`(
  select json_agg(json_build_object('id', g.id, 'petName', g.pet_name, 'prescriber', g.prescriber,
    'registrationNumber', g.registration_number, 'issuedOn', g.issued_on, 'validUntil', g.valid_until,
    'isNote', num_nonnulls(g.note_prescription_id, g.medicines) > 0, 'upload', u.id, 'fileName', u.name,
    'contentType', u.content_type, 'medicines', coalesce(g.medicines, ${medicinesOfNote}, '[]'), 'earlier', ${earlierOn},
    'pet', case when c.decided_at is null then ${petOf} end, 'pending', case when c.decided_at is null then ${pendingOn} else '[]' end, 'seen', ${seenOn})
    order by g.created_at, g.id)
  from given_prescriptions g left join uploads u on u.id = g.upload_id
  where g.id in (select d.prescription_id from dispensed_lines d where d.part_id = c.part_id))`

/** With the refills that the first approval left before this order; null if this is the first use for the product. */
const linesOf = sql<LineJson[]>`(
  select json_agg(json_build_object('id', d.id, 'prescriptionId', d.prescription_id, 'name', d.name, 'variant', d.variant,
    'strength', d.strength, 'asked', d.asked, 'status', d.status, 'quantity', d.quantity, 'refills', d.refills,
    'reason', d.reason, 'batch', d.batch, 'expiresOn', d.expires_on, 'refillsLeft', (
      select (array_agg(e.refills order by f.decided_at))[1] - count(*) + 1
        from dispensed_lines e join dispensings f on f.part_id = e.part_id join order_parts t on t.id = e.part_id
       where e.prescription_id = d.prescription_id and e.product_id = d.product_id and e.status = 'approved'
         and t.status <> 'cancelled' and e.part_id <> c.part_id and f.decided_at < coalesce(c.decided_at, 'infinity'))) order by d.position)
  from dispensed_lines d where d.part_id = c.part_id)`

const selectChecks = (db: Db) =>
  db
    .selectFrom('dispensings as c')
    .innerJoin('order_parts as s', 's.id', 'c.part_id')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .selectAll('c')
    .select(['s.status', 'o.number', 'o.name as buyer', 'o.placed_at'])
    .select([prescriptionsOf.as('prescriptions'), linesOf.as('lines'), wasPlaced.as('was_placed')])

type Row = Awaited<ReturnType<ReturnType<typeof selectChecks>['executeTakeFirstOrThrow']>>

/** Counts calendar years; 29 February counts as 1 March. */
function keptSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - yearsKept)
  return since
}

/** A pharmacist opens a file while it is checked, and as the record of what was approved and placed. */
function mayOpenFile(
  row: { status: PartStatus; decided_at: Date | null; was_placed: boolean },
  isUsed: boolean,
  now: Date,
): boolean {
  if (row.status === 'awaiting_prescription') return true
  return isUsed && row.was_placed && row.decided_at !== null && row.decided_at > keptSince(now)
}

type Reader = { linkTo: LinkTo; now: Date; isBuyer: boolean }

function showCheck(row: Row, { linkTo, now, isBuyer }: Reader): Checked {
  const { lines, question, answer, decided_at: decidedAt } = row
  return {
    prescriptions: row.prescriptions.map(({ upload, fileName, contentType, ...facts }) => {
      const isUsed = lines.some((line) => line.prescriptionId === facts.id && line.status === 'approved')
      const isShown = isBuyer || mayOpenFile(row, isUsed, now)
      return {
        ...facts,
        id: facts.id as never,
        file:
          upload && fileName && contentType && isShown
            ? { url: linkTo({ id: upload, content_type: contentType }), name: fileName, contentType }
            : null,
        medicines: isShown ? facts.medicines : [],
        earlier: isShown && !isBuyer ? facts.earlier : [],
        pending: isShown && !isBuyer ? facts.pending : [],
        pet: isShown && !isBuyer ? facts.pet : null,
        seen: isBuyer ? '' : facts.seen,
      }
    }),
    lines: lines.map((line) => ({
      ...line,
      id: line.id as never,
      prescriptionId: line.prescriptionId as never,
    })),
    question,
    askedAt: row.asked_at,
    answer,
    answeredAt: row.answered_at,
    decidedAt,
    decideBy: decidedBy(row.created_at),
  }
}

type Reading = { db: Db; now: Date; linkTo: LinkTo; userId: string }

/** Returns what a pharmacist has decided about the caller's own order. */
export async function readOrderPrescription(
  { db, now, linkTo, userId }: Reading,
  id: string,
): Promise<Checked> {
  const row = await selectChecks(db).where('o.id', '=', id).where('o.user_id', '=', userId).executeTakeFirst()
  return row ? showCheck(row, { linkTo, now, isBuyer: true }) : refuseRequest('request.not_found')
}

/** Literals, so that Postgres can use the partial index. */
const isIn = {
  waiting: sql<boolean>`s.status = 'awaiting_prescription'`,
  pack: sql<boolean>`s.status = 'placed'`,
}

type Wanted = { show: DispensingView; id?: string | undefined; cursor?: string | undefined }

/** Lists the medicines ordered from the caller that need a prescription: the longest waiting first, records the newest first. */
export async function listDispensings({ db, now, linkTo, userId }: Reading, { show, id, cursor }: Wanted) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const isQueue = show !== 'all'
  const direction = isQueue ? 'asc' : 'desc'
  let query = selectChecks(db)
    .where('s.seller_user_id', '=', userId)
    .where('c.created_at', '>', keptSince(now))
    .orderBy('c.created_at', direction)
    .orderBy('c.part_id', direction)
    .limit(pageSize + 1)
  if (id) query = query.where('c.part_id', '=', id)
  else if (show !== 'all') query = query.where(isIn[show])
  if (after)
    query = query.where(
      isQueue
        ? sql<boolean>`(c.created_at, c.part_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql<boolean>`(c.created_at, c.part_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  return toPage(await query.execute(), {
    keyOf: (row) => [row.created_at.toISOString(), row.part_id],
    show: (row): Dispensing => ({
      ...showCheck(row, { linkTo, now, isBuyer: false }),
      id: row.part_id as never,
      number: orderName(row.number),
      buyer: row.buyer,
      placedAt: row.placed_at,
      status: row.status,
      hold:
        row.held_by && row.held_until && row.held_until > now
          ? { by: row.held_by, until: row.held_until }
          : null,
    }),
  })
}
