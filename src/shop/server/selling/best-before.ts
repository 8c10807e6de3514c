import { sql } from 'kysely'
import type { Config } from '#/kernel/server/config.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { todayOf } from '#/shop/server/today.ts'

const atOnce = 500

/** Marks sizes whose best-before date has passed, so that lists show them as out of stock. */
export const noteBestBefore = (config: Pick<Config, 'DEFAULT_TIME_ZONE'>): Sweep => ({
  name: 'shop-note-best-before',
  cron: '7 * * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const today = todayOf({ now, config })
    // Locks products before sizes, as checkouts and sellers do. Skips locked products; the next run takes them.
    const { rows: due } = await sql<{ id: string }>`
      select id from products where id in (
        select product_id from product_variants where best_before < ${today}::date and not is_past
         order by best_before, id limit ${sql.lit(atOnce)})
      for no key update skip locked
    `.execute(db)
    const { rows } = await sql`
      update product_variants set is_past = true
       where product_id = any(${due.map(({ id }) => id)}::uuid[]) and best_before < ${today}::date and not is_past
      returning id
    `.execute(db)
    return rows.length
  },
})
