import { sql } from 'kysely'
import { MINUTE } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import type { PrescriptionDiscussed } from '#/shop/events.ts'
import { minutesHeld } from '#/shop/prescriptions.ts'
import { lockOrder } from '#/shop/server/orders/move.ts'
import { reviewChoices } from './choose.ts'

type Held = { id: string; tab: string }

/** Locks the order of a part whose medicines were ordered from the caller. */
export async function lockDispensing({ db, actor }: ActorWork, partId: string) {
  const found = await db
    .selectFrom('dispensings as c')
    .innerJoin('order_parts as s', 's.id', 'c.part_id')
    .select('s.order_id')
    .where('c.part_id', '=', partId)
    .where('s.seller_user_id', '=', actor.userId)
    .executeTakeFirst()
  const order = found && (await lockOrder(db, found.order_id))
  const part = order?.parts.find(({ id }) => id === partId)
  return order && part ? { order, part } : refuseRequest('request.not_found')
}

/**
 * Takes or renews the hold on a check for one browser tab. The row decides between tabs; an expired hold is anybody's.
 * @throws shop.held_elsewhere
 */
export async function takeHold({ db, now }: ActorWork, { id, tab }: Held): Promise<Date> {
  const until = new Date(now.getTime() + minutesHeld * MINUTE)
  const taken = await db
    .updateTable('dispensings')
    .set({ held_by: tab, held_until: until })
    .where('part_id', '=', id)
    .where(sql<boolean>`(held_by is null or held_by = ${tab} or held_until <= ${now})`)
    .returning('part_id')
    .executeTakeFirst()
  return taken ? until : refuse('shop.held_elsewhere')
}

/** @throws shop.order_moved, shop.held_elsewhere */
export async function lockWaiting(work: ActorWork, held: Held) {
  const locked = await lockDispensing(work, held.id)
  if (locked.part.status !== 'awaiting_prescription') refuse('shop.order_moved')
  return { ...locked, until: await takeHold(work, held) }
}

/** @throws shop.order_moved, shop.held_elsewhere */
export async function askBuyer(
  work: ActorWork,
  { question, ...held }: Held & { question: string },
): Promise<void> {
  await lockWaiting(work, held)
  await work.db
    .updateTable('dispensings')
    .set({ question, asked_at: work.now, answer: null, answered_at: null })
    .where('part_id', '=', held.id)
    .execute()
  await work.announce<PrescriptionDiscussed>('shop.prescription_discussed', {
    partId: held.id,
    by: 'seller',
    at: work.now.toISOString(),
  })
}

type Answer = { id: string; answer: string; replaces?: { id: string; by: string } | null | undefined }

/** @throws shop.no_question, shop.wrong_prescription */
export async function answerPharmacist(work: ActorWork, { id, answer, replaces }: Answer): Promise<void> {
  const { db, actor, now } = work
  const order = await lockOrder(db, id)
  if (order?.user_id !== actor.userId) return refuseRequest('request.not_found')
  const part = order.parts.find(({ status }) => status === 'awaiting_prescription')
  const answered =
    part &&
    (await db
      .updateTable('dispensings')
      .set({ answer, answered_at: now })
      .where('part_id', '=', part.id)
      .where('question', 'is not', null)
      .returning('part_id')
      .executeTakeFirst())
  if (!answered) return refuse('shop.no_question')
  if (replaces) await replacePrescription(work, { partId: answered.part_id, ...replaces })
  await work.announce<PrescriptionDiscussed>('shop.prescription_discussed', {
    partId: answered.part_id,
    by: 'owner',
    at: now.toISOString(),
  })
}

/**
 * Has the waiting medicines of a part checked on another prescription of the caller's about the same pet. The earlier one stays as
 * it is, because other orders may rest on it; the sweep deletes it if none does.
 */
async function replacePrescription(
  work: ActorWork,
  { partId, id, by }: { partId: string; id: string; by: string },
): Promise<void> {
  const { db } = work
  const lines = await db
    .selectFrom('dispensed_lines as d')
    .innerJoin('order_lines as l', 'l.id', 'd.order_line_id')
    .innerJoin('given_prescriptions as g', 'g.id', 'd.prescription_id')
    .select(['l.variant_id', 'd.product_id', 'g.pet_id'])
    .where('d.part_id', '=', partId)
    .where('d.prescription_id', '=', id)
    .where('d.status', '=', 'submitted')
    .execute()
  const medicines = lines.map((line) => ({ variantId: line.variant_id!, productId: line.product_id! }))
  const { problems } = await reviewChoices(work, {
    medicines,
    choices: lines.map((line) => ({
      variantId: line.variant_id as never,
      petId: line.pet_id as never,
      from: { kind: 'given', id: by as never },
    })),
  })
  if (lines.length === 0 || problems.length > 0) refuse('shop.wrong_prescription')
  await db
    .updateTable('dispensed_lines')
    .set({ prescription_id: by })
    .where('part_id', '=', partId)
    .where('prescription_id', '=', id)
    .where('status', '=', 'submitted')
    .execute()
}
