import { sql } from 'kysely'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import { movePart } from '#/shop/server/orders/move.ts'
import { today } from './choose.ts'
import { lockDispensing } from './hold.ts'

type Packed = { id: string; lines: readonly { id: string; batch: string; expiresOn: string }[] }

/**
 * Notes the batch and expiry of each approved medicine, and marks the part as packed.
 * @throws shop.batch_expired, shop.batches_missing, shop.order_moved
 */
export async function packDispensed(work: ActorWork, { id, lines }: Packed): Promise<void> {
  const { db, now } = work
  const { part } = await lockDispensing(work, id)
  if (part.status !== 'placed') refuse('shop.order_moved')
  if (lines.some(({ expiresOn }) => expiresOn <= today(now))) refuse('shop.batch_expired')
  await sql`
    update dispensed_lines d set batch = w.batch, expires_on = w.expires_on
      from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.batch)}::text[],
        ${lines.map((line) => line.expiresOn)}::date[]) w(id, batch, expires_on)
     where d.id = w.id and d.part_id = ${id} and d.status = 'approved'
  `.execute(db)
  // The database refuses a part without all its batches.
  await movePart(work, part, { to: 'packed', by: 'seller' })
}
