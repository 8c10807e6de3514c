import { sql } from 'kysely'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { notify } from '#/notifications/server/index.ts'
import { lowStockPath } from '#/shop/selling-rules.ts'

const atOnce = 500

type Low = { user_id: string; names: string[]; count: number }

/**
 * Notifies sellers about variants that reached their threshold, each once until it is restocked. A sweep covers every
 * cause, and makes one notification of ten sales in a minute.
 */
export const tellOfLowStock: Sweep = {
  name: 'tell-of-low-stock',
  cron: '*/10 * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    // Waits for nobody’s lock, so that no checkout has to wait for it either.
    await sql`
      update product_variants set low_told_at = null where id in (
        select id from product_variants where low_told_at is not null and stock > low_at for no key update skip locked)
    `.execute(db)
    const { rows } = await sql<Low>`
      with low as (
        select v.id from product_variants v join products p on p.id = v.product_id
         where v.is_offered and v.stock <= v.low_at and v.low_told_at is null and p.is_listed
         order by v.id limit ${sql.lit(atOnce)} for no key update of v skip locked
      ), told as (
        update product_variants v set low_told_at = ${now} from low where v.id = low.id returning v.product_id, v.name, v.stock
      )
      select s.user_id, count(*)::integer as count,
        (array_agg(p.name || ', ' || t.name || ': ' || case when t.stock = 0 then 'none' else t.stock::text end || ' left'
          order by t.stock, p.name))[1:3] as names
        from told t join products p on p.id = t.product_id join sellers s on s.id = p.seller_id
       group by s.user_id
    `.execute(db)
    await notify(
      work,
      ...rows.map(({ user_id, names, count }) => ({
        userId: user_id,
        type: 'low_stock' as const,
        source: `shop.low_stock:${newId()}`,
        title: count === 1 ? 'Low stock' : `Low stock of ${count} items`,
        message: `${names.join('. ')}.${count > names.length ? ` And ${count - names.length} more.` : ''}`,
        href: lowStockPath,
      })),
    )
    return rows.length
  },
}
