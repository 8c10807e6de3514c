import { sql } from 'kysely'
import type { PersonWork } from '#/kernel/server/work.ts'
import type { RefillRow } from '#/shop/prescriptions.ts'
import { mostOfOne } from '#/shop/rules.ts'
import { money } from '#/shop/server/orders/show.ts'
import { today } from './choose.ts'

type Row = Omit<RefillRow, 'productId' | 'imageUrl' | 'offer'> & {
  product_id: string
  picture: string | null
  variant_id: string | null
  quantity: number
  price: number | null
  stock: number | null
}

/** Lists what the caller can have again. An order that waits for its check uses a refill, and a cancelled one gives it back. */
export async function listRefills({ db, actor, now }: PersonWork): Promise<RefillRow[]> {
  const { rows } = await sql<Row>`
    select g.id || ' ' || u.product_id as key, u.product_id, u.name, coalesce(v.name, u.variant) as variant, p.pictures[1] as picture,
        g.pet_name as "petName", coalesce(g.prescriber, '-') as prescriber, g.valid_until as "validUntil", u.left,
        u.quantity, v.id as variant_id, v.price, v.stock,
        exists (select from cart_lines l where l.user_id = g.user_id and l.variant_id = v.id) as "isInCart"
      from given_prescriptions g
      join lateral (
        select d.product_id, (array_agg(d.refills order by c.decided_at) filter (where d.status = 'approved'))[1] + 1 - count(*)::integer as left,
            (array_agg(d.name order by c.created_at desc))[1] as name, (array_agg(d.variant order by c.created_at desc))[1] as variant,
            (array_agg(d.quantity order by c.created_at desc) filter (where d.status = 'approved'))[1] as quantity,
            (array_agg(l.variant_id order by c.created_at desc) filter (where d.status = 'approved' and l.variant_id is not null))[1] as variant_id
          from dispensed_lines d
          join dispensings c on c.part_id = d.part_id
          join order_parts s on s.id = d.part_id
          left join order_lines l on l.id = d.order_line_id
         where d.prescription_id = g.id and d.product_id is not null and d.status in ('submitted', 'approved') and s.status <> 'cancelled'
         group by d.product_id) u on u.left > 0
      join products p on p.id = u.product_id
      left join product_variants v on v.id = u.variant_id and v.is_offered and not v.is_past and v.stock > 0 and p.is_listed
     where g.user_id = ${actor.userId} and g.pet_id is not null
       and (g.upload_id is not null or g.note_prescription_id is not null) and g.valid_until >= ${today(now)}
     order by g.valid_until, u.name, g.id limit 100
  `.execute(db)
  return rows.map(({ product_id, picture, variant_id, quantity, price, stock, ...row }) => ({
    ...row,
    productId: product_id as never,
    imageUrl: picture,
    offer:
      variant_id === null
        ? null
        : {
            variantId: variant_id as never,
            price: money(price!),
            quantity: Math.min(quantity, stock!, mostOfOne),
          },
  }))
}
