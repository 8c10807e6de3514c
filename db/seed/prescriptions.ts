import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { makeDispensing } from '#/shop/server/prescriptions/dispensing.factory.ts'

const hour = 3_600_000

/** Adds an owner's orders of medicines on prescription: two that wait, one approved, one refused. */
export async function rememberPrescriptions(
  db: Db,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  const pet = await db
    .selectFrom('pets as p')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select(['p.id', 'o.user_id'])
    .where('o.id', '=', ownerId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const variantOf = async (picture: string) =>
    (
      await db
        .selectFrom('product_variants as v')
        .innerJoin('products as p', 'p.id', 'v.product_id')
        .select('v.id')
        .where(sql<boolean>`p.pictures[1] = ${`/products/${picture}.svg`}`)
        .orderBy('v.stock', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id
  const of = { userId: pet.user_id, petId: pet.id }
  await makeDispensing(db, { ...of, variantId: await variantOf('rx-itch'), orderedAt: ago(5) })
  await makeDispensing(db, {
    ...{ ...of, variantId: await variantOf('rx-ear'), orderedAt: ago(20) },
    question: 'Is this for the left ear only, or for both?',
  })
  await makeDispensing(db, {
    ...{ ...of, variantId: await variantOf('rx-pain'), orderedAt: ago(30) },
    decision: { at: ago(26), reason: null },
  })
  await makeDispensing(db, {
    ...{ ...of, variantId: await variantOf('rx-tick-chew'), orderedAt: ago(24 * 9) },
    decision: { at: ago(24 * 9 - 4), reason: 'The prescription names another medicine.' },
  })
}
