import { sql } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { makeDispensing } from '#/shop/server/prescriptions/dispensing.factory.ts'
import { drawPaper, keepPapers, type StoreFile } from './paper.ts'

/** Adds an owner's orders of medicines on prescription: two that wait, one to be paid, one paid with refills left, one refused. */
export async function rememberPrescriptions(
  db: Db,
  storeFile: StoreFile,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  const pet = await db
    .selectFrom('pets as p')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['p.id', 'p.name', 'o.user_id', 'u.name as owner'])
    .where('o.id', '=', ownerId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
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
  const paperOf = async (medicine: string, dose: string, at: Date): Promise<string> => {
    const content = drawPaper([
      { font: 'F2', size: 22, y: 340, colour: 'strong', text: 'Kulkarni Pet Clinic, Bengaluru' },
      { size: 14, y: 314, text: `Prescription for ${pet.name} (dog), owner: ${pet.owner}` },
      { font: 'F2', size: 16, y: 246, colour: 'strong', text: medicine },
      { size: 12, y: 222, text: dose },
      { size: 12, y: 160, text: 'Dr. Anand Kulkarni, registration number KVC/1998/3317' },
      { size: 10, y: 56, text: 'Drawn for the demo world of Pawfolk. No pharmacy accepts it.' },
    ])
    const name = `prescription-${medicine.split(/[ ,]/)[0]!.toLowerCase()}.pdf`
    const [id] = await keepPapers(db, storeFile, [{ userId: pet.user_id, name, content }], at)
    return id!
  }
  await makeDispensing(db, {
    ...of,
    variantId: await variantOf('rx-itch'),
    uploadId: await paperOf(
      'Itchcalm 5.4 mg, 30 tablets',
      'One tablet twice a day for 14 days, then once.',
      ago(5),
    ),
    orderedAt: ago(5),
  })
  await makeDispensing(db, {
    ...of,
    variantId: await variantOf('rx-ear'),
    uploadId: await paperOf(
      'Otocare Ear Drops 15 ml',
      'Five drops into the ear twice a day for a week.',
      ago(20),
    ),
    orderedAt: ago(20),
    question: 'Is this for the left ear only, or for both?',
  })
  await makeDispensing(db, {
    ...of,
    variantId: await variantOf('rx-pain'),
    uploadId: await paperOf(
      'Flexidol 75 mg, 30 chews',
      'Half a chew a day, with food. Refill twice.',
      ago(30),
    ),
    orderedAt: ago(30),
    decision: { at: ago(26), reason: null },
    paidAt: ago(25),
  })
  await makeDispensing(db, {
    ...of,
    variantId: await variantOf('rx-tick-chew'),
    orderedAt: ago(7),
    decision: { at: ago(3), reason: null },
    paidAt: null,
  })
  await makeDispensing(db, {
    ...of,
    variantId: await variantOf('rx-tick-chew'),
    orderedAt: ago(24 * 9),
    decision: { at: ago(24 * 9 - 4), reason: 'The prescription names another medicine.' },
  })
}
