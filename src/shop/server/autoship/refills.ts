import { sql } from 'kysely'
import type { PersonWork } from '#/kernel/server/work.ts'
import type { Refill } from '#/shop/autoship.ts'
import { today } from '#/shop/server/prescriptions/choose.ts'

type Row = { id: string; pet: string; prescriber: string | null; validUntil: string | null; left: number }

/** Lists the caller's valid prescriptions from which a pharmacist has approved the product, with refills left. */
export async function findRefills({ db, actor, now }: PersonWork, productId: string): Promise<Refill[]> {
  const { rows } = await sql<Row>`
    select g.id, g.pet_name as pet, g.prescriber, g.valid_until as "validUntil", u.left
      from given_prescriptions g
      join lateral (
        select (array_agg(d.refills order by c.decided_at) filter (where d.status = 'approved'))[1] + 1 - count(*)::integer as left
          from dispensed_lines d join dispensings c on c.part_id = d.part_id join order_parts s on s.id = d.part_id
         where d.prescription_id = g.id and d.product_id = ${productId} and d.status in ('submitted', 'approved')
           and s.status <> 'cancelled') u on u.left > 0
     where g.user_id = ${actor.userId} and g.pet_id is not null
       and (g.upload_id is not null or g.note_prescription_id is not null) and g.valid_until >= ${today(now)}
     order by g.created_at desc limit 20
  `.execute(db)
  return rows.map((row) => ({ ...row, id: row.id as never }))
}
