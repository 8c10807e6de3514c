import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork, PersonWork } from '#/kernel/server/work.ts'
import { type Day, dayOf } from '#/kernel/time.ts'
import { shopZone } from '#/shop/delivery-time.ts'
import { refuse } from '#/shop/errors.ts'
import type { Problem } from '#/shop/orders.ts'
import type { Choice, LineChoice } from '#/shop/prescriptions.ts'
import { mostUnusedFiles } from '#/shop/rules.ts'

/** Prescriptions are dated by Indian pharmacies and vets. */
export const today = (now: Date): Day => dayOf(now, shopZone)

type Adding = ActorWork & Pick<Serving, 'keepDocument'>

/**
 * Keeps an uploaded prescription about the caller's pet. Unused ones are deleted after a week.
 * @throws shop.too_many_files
 */
export async function addPrescription(
  { db, actor, now, keepDocument }: Adding,
  { petId, file }: { petId: string; file: Blob },
): Promise<{ id: string }> {
  const pet = await db
    .selectFrom('pets as p')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select('p.name')
    .where('p.id', '=', petId)
    .where('p.status', '=', 'active')
    .where('o.user_id', '=', actor.userId)
    // Two uploads at once would not see each other.
    .forNoKeyUpdate('o')
    .executeTakeFirst()
  if (!pet) return refuseRequest('request.not_found')
  if ((await countUnused(db, actor.userId)) >= mostUnusedFiles) refuse('shop.too_many_files')
  const id = newId<'given prescription'>()
  await db
    .insertInto('given_prescriptions')
    .values({
      id,
      user_id: actor.userId,
      pet_id: petId,
      pet_name: pet.name,
      created_at: now,
      upload_id: await keepDocument(file),
    })
    .execute()
  return { id }
}

async function countUnused(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from given_prescriptions g where g.user_id = ${userId} and g.upload_id is not null
       and not exists (select from dispensed_lines d where d.prescription_id = g.id)
  `.execute(db)
  return rows[0]!.count
}

/**
 * The products for which a prescription is used up: its check isn't over yet, or the refills of the first approval are gone.
 * An order that was cancelled used nothing.
 */
const spentOf = sql<string[]>`coalesce((
  select array_agg(u.product_id) from (
    select d.product_id from dispensed_lines d
      join dispensings c on c.part_id = d.part_id join order_parts s on s.id = d.part_id
     where d.prescription_id = g.id and d.status in ('submitted', 'approved') and s.status <> 'cancelled'
     group by d.product_id
    having coalesce((array_agg(d.refills order by c.decided_at) filter (where d.status = 'approved'))[1], 0) < count(*)) u), '{}')`

/** True once a pharmacist has refused all that was ordered on prescription `g`. */
const isRefused = sql<boolean>`(
  exists (select from dispensed_lines d where d.prescription_id = g.id and d.status = 'rejected')
  and not exists (select from dispensed_lines d where d.prescription_id = g.id and d.status = 'approved'))`

const selectGiven = (db: Db, userId: string) =>
  db
    .selectFrom('given_prescriptions as g')
    .leftJoin('uploads as u', 'u.id', 'g.upload_id')
    .select(['g.id', 'g.pet_id', 'g.prescriber', 'g.registration_number', 'g.issued_on', 'g.valid_until'])
    .select(['g.note_prescription_id', 'u.name as file_name', spentOf.as('spent')])
    .where('g.user_id', '=', userId)
    // Neither its file nor its note is there any more.
    .where((eb) => eb.or([eb('g.upload_id', 'is not', null), eb('g.note_prescription_id', 'is not', null)]))
    .where(sql<boolean>`not ${isRefused}`)

const selectNotes = (db: Db, userId: string) =>
  db
    .selectFrom('prescriptions as r')
    .innerJoin('visit_notes as n', 'n.id', 'r.note_id')
    .innerJoin('pets as p', 'p.id', 'r.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select(['r.id', 'r.pet_id', 'r.issued_on', 'r.valid_until', 'p.name as pet_name'])
    .select([
      sql<string>`left(n.signed_name, 120)`.as('prescriber'),
      sql<string>`coalesce(left(n.registration_number, 60), '-')`.as('registration_number'),
    ])
    .where('o.user_id', '=', userId)

const mostChoices = 100

/** Lists the caller's pets, and the prescriptions that are still valid. */
export async function listChoices({ db, actor, now }: ActorWork) {
  const { userId } = actor
  const pets = await db
    .selectFrom('pets as p')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select(['p.id', 'p.name'])
    .where('o.user_id', '=', userId)
    .where('p.status', '=', 'active')
    .orderBy('p.name')
    .execute()
  const given = await selectGiven(db, userId)
    .where('g.pet_id', 'is not', null)
    .where((eb) => eb.or([eb('g.valid_until', 'is', null), eb('g.valid_until', '>=', today(now))]))
    .orderBy('g.created_at', 'desc')
    .limit(mostChoices)
    .execute()
  const notes = await selectNotes(db, userId)
    .where('r.valid_until', '>=', today(now))
    .where(
      sql<boolean>`not exists (select from given_prescriptions g where g.note_prescription_id = r.id and g.user_id = ${userId})`,
    )
    .orderBy('r.issued_on', 'desc')
    .limit(mostChoices)
    .execute()
  const factsOf = (row: (typeof notes)[number] | (typeof given)[number]) => ({
    id: row.id,
    petId: row.pet_id as never,
    prescriber: row.prescriber,
    registrationNumber: row.registration_number,
    issuedOn: row.issued_on,
    validUntil: row.valid_until,
  })
  const choices: Choice[] = [
    ...notes.map((row) => ({ kind: 'note' as const, ...factsOf(row), fileName: null, spent: [] })),
    ...given.map((row) => ({
      kind: 'given' as const,
      ...factsOf(row),
      fileName: row.file_name,
      spent: row.spent,
    })),
  ]
  return { pets: pets.map(({ id, name }) => ({ id: id as never, name })), choices }
}

type Medicine = { variantId: string; productId: string }
type Found = { variantId: string; from: LineChoice['from'] }

/** Checks the prescription of each medicine. Call it under the cart's lock, so that no refill is used twice. */
export async function reviewChoices(
  { db, actor, now }: PersonWork,
  { medicines, choices }: { medicines: readonly Medicine[]; choices: readonly LineChoice[] },
) {
  const problems: (Problem & { variantId: string })[] = []
  const found: Found[] = []
  if (medicines.length === 0) return { problems, found }
  const idsOf = (kind: 'given' | 'note') => [
    ...choices.flatMap(({ from }) => (from.kind === kind ? [from.id as string] : [])),
    newId(),
  ]
  const used = await db
    .selectFrom('given_prescriptions')
    .select(['id', 'note_prescription_id'])
    .where('user_id', '=', actor.userId)
    .where('note_prescription_id', 'in', idsOf('note'))
    .execute()
  // A note that was given before is what became of it then, and no longer a fresh one.
  const givenAs = new Map(used.map((row) => [row.note_prescription_id, row.id]))
  const given = await selectGiven(db, actor.userId)
    .where('g.id', 'in', [...idsOf('given'), ...givenAs.values()])
    .execute()
  const notes = await selectNotes(db, actor.userId).where('r.id', 'in', idsOf('note')).execute()
  const fresh = notes.filter(({ id }) => !givenAs.has(id))
  const taken = new Set<string>()
  for (const { variantId, productId } of medicines) {
    const choice = choices.find((one) => one.variantId === variantId)
    const wanted = choice && (givenAs.get(choice.from.id) ?? choice.from.id)
    const row = [...given, ...fresh].find(({ id }) => id === wanted)
    // Two sizes of one medicine would be two uses.
    const use = `${row?.id} ${productId}`
    const isSpent = taken.has(use) || (row && 'spent' in row && row.spent.includes(productId))
    taken.add(use)
    const kind = !row
      ? 'prescription'
      : row.pet_id !== choice!.petId
        ? 'other_pet'
        : row.valid_until && row.valid_until < today(now)
          ? 'expired'
          : isSpent
            ? 'refills'
            : null
    if (kind) problems.push({ variantId, kind })
    else found.push({ variantId, from: choice!.from })
  }
  return { problems, found }
}

/** Returns the given prescription of each variant, and adds those that are our own notes. */
export async function keepChoices(
  { db, actor, now }: ActorWork,
  found: readonly Found[],
): Promise<Map<string, string>> {
  const noteIds = found.flatMap(({ from }) => (from.kind === 'note' ? [from.id as string] : []))
  const ids = new Map<string, string>()
  if (noteIds.length > 0) {
    const notes = await selectNotes(db, actor.userId).where('r.id', 'in', noteIds).execute()
    await db
      .insertInto('given_prescriptions')
      .values(
        notes.map((row) => ({
          id: newId<'given prescription'>(),
          user_id: actor.userId,
          note_prescription_id: row.id,
          pet_id: row.pet_id,
          pet_name: row.pet_name,
          prescriber: row.prescriber,
          created_at: now,
          registration_number: row.registration_number,
          issued_on: row.issued_on,
          valid_until: row.valid_until,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const rows = await db
      .selectFrom('given_prescriptions')
      .select(['id', 'note_prescription_id'])
      .where('user_id', '=', actor.userId)
      .where('note_prescription_id', 'in', noteIds)
      .execute()
    for (const { id, note_prescription_id } of rows) ids.set(note_prescription_id!, id)
  }
  return new Map(
    found.map(({ variantId, from }) => [variantId, from.kind === 'note' ? ids.get(from.id)! : from.id]),
  )
}
