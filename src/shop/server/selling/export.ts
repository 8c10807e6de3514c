import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { csvForSpreadsheets, escapeCell } from '#/kernel/csv.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Column, columns } from '#/shop/import-rules.ts'

type Row = Record<Column, string | number | string[] | null>

/** Returns every size that the person sells, in a file that can be imported again. */
export async function exportProducts(db: Db, userId: string): Promise<{ csv: string }> {
  const { rows } = await sql<Row>`
    select v.sku, p.name, b.name as brand, p.category, p.species as for, v.name as size,
      to_char(v.price / 100.0, 'FM9999990.00') as price, p.tax_class, v.stock, v.low_at, v.grams as weight_grams,
      v.best_before::text as best_before, p.description, p.ingredients, p.life_stages, p.breed_sizes, p.form, p.strength,
      p.schedule, case when p.state = 'listed' then 'yes' else 'no' end as shown
      from sellers s join products p on p.seller_id = s.id join brands b on b.slug = p.brand
      join product_variants v on v.product_id = p.id
     where s.user_id = ${userId} and p.state <> 'deleted' and v.is_offered
     order by p.name, p.id, v.position
  `.execute(db)
  const lines = rows.map((row) => columns.map((name) => escapeCell(cellOf(row[name]))))
  // With a mark for spreadsheet programs, which read UTF-8 as another encoding otherwise.
  return { csv: stringify([[...columns], ...lines], csvForSpreadsheets) }
}

const cellOf = (value: Row[Column]) => (Array.isArray(value) ? value.join(' ') : String(value ?? ''))
