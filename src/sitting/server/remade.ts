import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { asSeenBy, selectAppointments } from '#/appointments/server/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { type Day, formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import type { PaymentSucceeded } from '#/payments/events.ts'
import { closePayment } from '#/payments/server/index.ts'

/**
 * Refunds what a late pause cost once the owner has paid for the rebooked day. Waits for that payment, because otherwise pausing and
 * resuming would be a free late cancellation.
 */
export const refundRemade = subscriber<PaymentSucceeded>(
  'payments.succeeded',
  'sitting.refund-remade',
  async (work, { paymentId }) => {
    const { rows } = await sql<{ payment_id: string; appointment_id: string; day: Day }>`
      select old.id as payment_id, d.appointment_id, d.day::text
        from payments p
        join sitting_details d on d.appointment_id = p.appointment_id and d.remade_at is null
        join sitting_details before
          on before.request_id = d.request_id and before.day = d.day and before.remade_at is not null
        join payments old on old.appointment_id = before.appointment_id and old.closed_at is not null
       where p.id = ${paymentId} order by old.id
    `.execute(work.db)
    const [remade] = rows
    if (!remade) return
    const { appointment_id, day } = remade
    const row = await selectAppointments(work.db).where('a.id', '=', appointment_id).executeTakeFirstOrThrow()
    for (const { payment_id: id } of rows) {
      const { refund } = await closePayment(work, id, {
        refund: (paid) => paid,
        reason: 'The day was booked again',
      })
      if (refund === 0) continue
      await notify(work, {
        type: 'sitting_changed',
        userId: row.provider_user_id,
        title: 'Late pause refunded',
        message: `${asSeenBy('provider', row).owner_name || 'A pet owner'} has paid for ${formatDay(day)} again, so we’re refunding the ${formatMoney({ amount: refund, currency: row.currency })} you would have kept for the late pause.`,
        source: `sitting.remade:${id}`,
        href: cardPathFor('provider', 'upcoming', appointment_id),
        metadata: { appointment_id },
      })
    }
  },
)
