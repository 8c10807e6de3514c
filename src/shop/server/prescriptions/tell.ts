import { withRecord } from '#/kernel/linked-record.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { notify } from '#/notifications/server/index.ts'
import { orderName } from '#/payments/rules.ts'
import type { PrescriptionDiscussed } from '#/shop/events.ts'

/** Tells the buyer about a pharmacist's question, and the pharmacist about the answer, without its words. */
export const tellOfDiscussion = subscriber<PrescriptionDiscussed>(
  'shop.prescription_discussed',
  'shop.tell-of-discussion',
  async (work, { partId, by, at }) => {
    const row = await work.db
      .selectFrom('order_parts as s')
      .innerJoin('orders as o', 'o.id', 's.order_id')
      .select(['o.id', 'o.number', 'o.user_id', 's.seller_user_id', 's.seller_name', 's.status'])
      .where('s.id', '=', partId)
      .executeTakeFirst()
    if (row?.status !== 'awaiting_prescription') return
    const order = orderName(row.number)
    const source = `shop.discussed:${partId}:${at}`
    await notify(
      work,
      by === 'seller'
        ? {
            type: 'order_update',
            userId: row.user_id,
            causedBy: row.seller_user_id,
            source,
            title: 'A question about your prescription',
            message: `${row.seller_name} has a question before approving your order ${order}. Please answer it on the order’s page.`,
            href: `/order-confirmation/${row.id}`,
          }
        : {
            type: 'order_received',
            userId: row.seller_user_id,
            causedBy: row.user_id,
            source,
            title: 'The buyer has answered',
            message: `The buyer of order ${order} has answered your question about the prescription.`,
            href: withRecord('/pharmas-orders', partId),
          },
    )
    await hint(work.db, [row.user_id, row.seller_user_id], 'orders')
  },
)
