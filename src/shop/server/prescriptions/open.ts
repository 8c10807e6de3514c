import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'

type Opened = { partId: string; prescriptions: ReadonlyMap<string, string> }

/** Hands a new part's medicines, with the prescription of each variant, to its pharmacist. */
export async function openDispensing({ db, now }: Work, { partId, prescriptions }: Opened): Promise<void> {
  await db.insertInto('dispensings').values({ part_id: partId, created_at: now }).execute()
  await sql`
    insert into dispensed_lines (id, part_id, position, order_line_id, prescription_id, product_id, name, variant, strength, asked, status)
    select gen_random_uuid(), l.part_id, l.position, l.id, w.prescription_id, p.id, l.name, l.variant, p.strength, l.quantity, 'submitted'
      from order_lines l
      join unnest(${[...prescriptions.keys()]}::uuid[], ${[...prescriptions.values()]}::uuid[]) w(variant_id, prescription_id)
        on w.variant_id = l.variant_id
      join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where l.part_id = ${partId}
  `.execute(db)
}
