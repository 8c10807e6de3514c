import { DAY, HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { addMonths } from '#/kernel/time.ts'
import { makeOrder, type Step } from '#/shop/server/orders/made-order.factory.ts'
import { today } from './choose.ts'
import { keepFiles } from './keep.ts'
import { openDispensing } from './open.ts'

type Made = {
  userId: string
  petId: string
  variantId: string
  quantity?: number
  orderedAt: Date
  /** Without one, it waits. */
  decision?: { at: Date; reason: string | null }
  /** When it was paid online, null if it is still to be. Otherwise it's paid in cash. */
  paidAt?: Date | null
  question?: string
  /** The prescription's file. Without one, it's no longer there, and nothing can be had again. */
  uploadId?: string
}

/** Makes an order of a medicine on another clinic's prescription, for the demo. */
export async function makeDispensing(db: Db, { userId, petId, variantId, quantity = 1, ...made }: Made) {
  const { orderedAt, decision, question, uploadId } = made
  const pays = made.paidAt === undefined ? 'cash' : 'online'
  const outcome = decision?.reason ? 'cancelled' : pays === 'cash' ? 'placed' : 'awaiting_payment'
  const steps: Step[] = [{ to: 'awaiting_prescription', by: 'owner', at: orderedAt }]
  if (decision)
    steps.push({
      to: outcome,
      by: 'seller',
      at: decision.at,
      ...(decision.reason && { note: decision.reason }),
    })
  if (made.paidAt) steps.push({ to: 'placed', by: 'system', at: made.paidAt })
  const { partId } = await makeOrder(db, { userId, variantId, quantity, pays, steps })
  const pet = await db.selectFrom('pets').select('name').where('id', '=', petId).executeTakeFirstOrThrow()
  const id = newId<'given prescription'>()
  const issuedOn = today(new Date(orderedAt.getTime() - 10 * DAY))
  await db
    .insertInto('given_prescriptions')
    .values({
      id,
      user_id: userId,
      upload_id: uploadId ?? null,
      pet_id: petId,
      pet_name: pet.name,
      created_at: orderedAt,
      prescriber: 'Dr. Anand Kulkarni',
      registration_number: 'KVC/1998/3317',
      issued_on: issuedOn,
      valid_until: addMonths(issuedOn, 6),
    })
    .execute()
  const work = { db, now: orderedAt } as Work
  await openDispensing(work, { partId, prescriptions: new Map([[variantId, id]]) })
  if (question)
    await db
      .updateTable('dispensings')
      .set({ question, asked_at: new Date(orderedAt.getTime() + HOUR) })
      .where('part_id', '=', partId)
      .execute()
  if (!decision) return
  await db
    .updateTable('dispensed_lines')
    .set(
      decision.reason
        ? { status: 'rejected', reason: decision.reason }
        : { status: 'approved', quantity, refills: 2 },
    )
    .where('part_id', '=', partId)
    .execute()
  await db.updateTable('dispensings').set({ decided_at: decision.at }).where('part_id', '=', partId).execute()
  if (made.paidAt !== null && !decision.reason) await keepFiles(work, partId)
}
