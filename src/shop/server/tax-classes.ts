import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import type { DeskTaxClass } from '#/shop/tax-classes.ts'

export async function listDeskTaxClasses(db: Db): Promise<DeskTaxClass[]> {
  const { rows } = await sql<DeskTaxClass>`
    select t.id, t.name, t.rate::float8 as rate, (
        select count(*)::integer from products p where p.tax_class = t.name and p.state <> 'deleted') as products
      from tax_classes t order by t.name
  `.execute(db)
  return rows
}

type Added = Changed & { answer: { id: string } }

/** @throws shop.tax_class_taken */
export async function addTaxClass(
  { db }: Pick<Work, 'db'>,
  { name, rate }: { name: string; rate: number },
): Promise<Added> {
  const id = newId<'tax class'>()
  await db.insertInto('tax_classes').values({ id, name, rate }).execute()
  return { answer: { id }, subjectId: id, after: { rate: percent(rate) } }
}

const percent = (rate: number) => `${rate}%`

type Change = { id: string; from: number; rate: number }

/**
 * Changes a rate from now on: placed orders have copies of theirs. `from` is the rate on the screen.
 * @throws shop.tax_rate_changed
 */
export async function changeTaxRate({ db }: Pick<Work, 'db'>, { id, from, rate }: Change): Promise<Changed> {
  const known = await db
    .selectFrom('tax_classes')
    .select(sql<number>`rate::float8`.as('rate'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return refuseRequest('request.not_found')
  if (known.rate !== from) refuse('shop.tax_rate_changed')
  await db.updateTable('tax_classes').set({ rate }).where('id', '=', id).execute()
  return { before: { rate: percent(from) }, after: { rate: percent(rate) } }
}
