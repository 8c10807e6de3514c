import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { addMonths } from '#/kernel/time.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { today } from './choose.ts'
import { openDispensing } from './open.ts'

type Made = {
  userId: string
  petId: string
  variantId: string
  quantity?: number
  orderedAt: Date
  /** Without one, it waits. */
  decision?: { at: Date; reason: string | null }
  question?: string
}

/** Makes an order, paid in cash, of a medicine on another clinic's prescription, for the demo. Its file is no longer there. */
export async function makeDispensing(db: Db, { userId, petId, variantId, quantity = 1, ...made }: Made) {
  const { orderedAt, decision, question } = made
  const outcome = decision?.reason ? ('cancelled' as const) : ('placed' as const)
  const { partId } = await makeOrder(db, {
    ...{ userId, variantId, quantity },
    steps: [
      { to: 'awaiting_prescription', by: 'owner', at: orderedAt },
      ...(decision
        ? [
            {
              ...{ to: outcome, by: 'seller' as const, at: decision.at },
              ...(decision.reason && { note: decision.reason }),
            },
          ]
        : []),
    ],
  })
  const pet = await db.selectFrom('pets').select('name').where('id', '=', petId).executeTakeFirstOrThrow()
  const id = newId<'given prescription'>()
  const issuedOn = today(new Date(orderedAt.getTime() - 10 * 86_400_000))
  await db
    .insertInto('given_prescriptions')
    .values({
      ...{ id, user_id: userId, pet_id: petId, pet_name: pet.name, created_at: orderedAt },
      ...{ prescriber: 'Dr. Anand Kulkarni', registration_number: 'KVC/1998/3317' },
      ...{ issued_on: issuedOn, valid_until: addMonths(issuedOn, 6) },
    })
    .execute()
  const work = { db, now: orderedAt } as Work
  await openDispensing(work, { partId, prescriptions: new Map([[variantId, id]]) })
  if (question)
    await db
      .updateTable('dispensings')
      .set({ question, asked_at: new Date(orderedAt.getTime() + 3_600_000) })
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
}
