import { sql } from 'kysely'
import type { Sweep } from '#/kernel/server/jobs.ts'
import type {
  AttemptToLookAt,
  ChargeDue,
  MoneyBackToFind,
  RefundDue,
  SetupToLookAt,
  TimeToPayOver,
} from '#/payments/events.ts'
import { gatewayNames, unanswered } from '#/payments/rules.ts'
import { announceNext } from './movements.ts'
import { isPausedPayment } from './queries.ts'
import { droppedFailures } from './refunds.ts'

const atOnce = 500

/** Begins due charges, and again after an hour without a result; skips them while payer or payee is suspended. */
export const chargeDue: Sweep = {
  name: 'payments-charge-due',
  cron: '* * * * *',
  transactions: 'batches',
  async run({ db, now, announce }) {
    const { rows } = await sql<{ id: string }>`
      update charges set begun_at = ${now}
      where id in (
        select c.id from charges c
        where c.charge_status = 'pending' and c.due_at <= ${now}
          and (c.begun_at is null or c.begun_at <= ${now}::timestamptz - interval '1 hour')
          and not exists (select from payments p where p.id = c.payment_id and ${isPausedPayment})
        order by c.due_at limit ${atOnce} for no key update skip locked
      )
      returning id
    `.execute(db)
    await announce<ChargeDue>(
      'payments.charge_due',
      rows.map(({ id }) => ({ chargeId: id })),
    )
    return rows.length
  },
}

/**
 * Lapses unpaid bookings, once the gateway has been asked a last time; asks every minute while a bank is deciding, and not
 * while it counts down to a charge.
 */
export const endTimesToPay: Sweep = {
  name: 'payments-end-times-to-pay',
  cron: '* * * * *',
  transactions: 'batches',
  async run({ db, now, announce }) {
    const { rows } = await sql<{ id: string }>`
      update payments set lapsed_at = ${now}
      where id in (
        select id from payments
        where closed_at is null and completed_at is null and pay_by <= ${now}
          and (lapsed_at is null or lapsed_at <= ${now}::timestamptz - interval '50 seconds')
          and not exists (
            select from payment_attempts t
            where t.payment_id = payments.id and t.status = 'pending' and t.decides_by > ${now})
        order by pay_by limit ${atOnce} for no key update skip locked
      )
      returning id
    `.execute(db)
    await announce<TimeToPayOver>(
      'payments.time_over',
      rows.map(({ id }) => ({ paymentId: id })),
    )
    return rows.length
  },
}

/** Asks the gateways once a day for disputes and refunds of which no message came. */
export const findMoneyBack: Sweep = {
  name: 'payments-find-money-back',
  cron: '40 20 * * *',
  async run({ announce }) {
    await announce<MoneyBackToFind>(
      'payments.money_back_to_find',
      gatewayNames.map((gateway) => ({ gateway })),
    )
    return gatewayNames.length
  },
}

/** Reads the gateways' own records of their balances once a day. */
export const readMovements: Sweep = {
  name: 'payments-read-movements',
  cron: '10 21 * * *',
  async run(work) {
    await announceNext(work, gatewayNames)
    return gatewayNames.length
  },
}

/**
 * Asks the gateway about attempts, refunds and saved methods without news for 15 minutes. Also checks failed and closed attempts
 * for six days, since a bank may confirm a payment up to five days after the payer made it; attempts at a removed gateway until it is back; and sent refunds for 40
 * days, since a bank may return them.
 */
export const reconcile: Sweep = {
  name: 'payments-reconcile',
  cron: '*/5 * * * *',
  async run({ db, now, announce }) {
    const attempts = await sql<{ id: string }>`
      update payment_attempts set looked_at = ${now}
      where id in (
        (select id from payment_attempts
          where status in ('open', 'pending')
            and coalesce(looked_at, created_at) <= ${now}::timestamptz - interval '15 minutes'
          order by coalesce(looked_at, created_at) limit ${atOnce})
        union all
        (select id from payment_attempts
          where status in ('failed', 'closed') and (gateway_ref is not null or charge_id is not null)
            and settled_at > ${now}::timestamptz - interval '6 days'
            -- Implied by the line above, as settling is looking; lets Postgres stop its index scan.
            and coalesce(looked_at, created_at) > ${now}::timestamptz - interval '6 days'
            and coalesce(looked_at, created_at) <= ${now}::timestamptz - interval '6 hours'
          order by coalesce(looked_at, created_at) limit ${atOnce})
        union all
        (select id from payment_attempts
          where failure = 'gateway_gone'
            and coalesce(looked_at, created_at) <= ${now}::timestamptz - interval '6 hours'
          order by coalesce(looked_at, created_at) limit ${atOnce})
      )
      returning id
    `.execute(db)
    await announce<AttemptToLookAt>(
      'payments.attempt_to_look_at',
      attempts.rows.map(({ id }) => ({ attemptId: id })),
    )
    // A gateway that hasn't answered for a day may never answer again: the account is closed, or its keys are gone.
    const handedOver = await sql<{ id: string }>`
      update refunds set status = 'failed', failure = ${unanswered}, settled_at = ${now}, handed_over_at = ${now}
      where id in (
        select r.id from refunds r join payment_attempts t on t.id = r.attempt_id
        where r.status = 'pending' and r.gateway_ref is null and r.looked_at >= r.created_at + interval '1 day'
          -- Lets Postgres use the index of the refunds to look at.
          and r.status in ('pending', 'failed') and r.handed_over_at is null
          and coalesce(r.looked_at, r.created_at) <= ${now}::timestamptz - interval '15 minutes'
          -- The sandbox moves no money, so there's nothing to send by hand.
          and t.gateway <> 'sandbox'
        order by coalesce(r.looked_at, r.created_at) limit ${atOnce}
        for no key update of r skip locked
      )
      returning id
    `.execute(db)
    const refunds = await sql<{ id: string }>`
      update refunds
      set looked_at = ${now}, status = 'pending', settled_at = null,
          tries = tries + case when status = 'failed' then 1 else 0 end,
          gateway_ref = case when status = 'failed' then null else gateway_ref end
      where id in (
        select id from refunds
        where status in ('pending', 'failed') and handed_over_at is null and coalesce(looked_at, created_at) <= ${now}::timestamptz
              - case when status = 'failed' then interval '1 hour' else interval '15 minutes' end
          and not waits
        order by coalesce(looked_at, created_at) limit ${atOnce}
        for no key update skip locked
      )
      returning id
    `.execute(db)
    const sent = await sql<{ id: string }>`
      update refunds set looked_at = ${now}
      where id in (
        select id from refunds
        where status in ('succeeded', 'closed', 'returned') and gateway_ref is not null
          -- Dropped, though it may still be on its way.
          and (status <> 'returned' or failure = any(${droppedFailures}))
          and created_at > ${now}::timestamptz - interval '40 days'
          -- Implied by the line above; lets Postgres stop its index scan.
          and coalesce(looked_at, created_at) > ${now}::timestamptz - interval '40 days'
          and coalesce(looked_at, created_at) <= ${now}::timestamptz - interval '1 day'
        order by coalesce(looked_at, created_at) limit ${atOnce}
        for no key update skip locked
      )
      returning id
    `.execute(db)
    await announce<RefundDue>(
      'payments.refund_due',
      [...refunds.rows, ...sent.rows].map(({ id }) => ({ refundId: id })),
    )
    const setups = await sql<{ id: string }>`
      update payment_setups
      set looked_at = ${now},
          -- A page that was opened ends by what the gateway answers.
          status = case when created_at <= ${now}::timestamptz - interval '1 day' and gateway_ref is null
            then 'failed' else status end
      where id in (
        select id from payment_setups
        where status = 'open' and coalesce(looked_at, created_at) <= ${now}::timestamptz - interval '15 minutes'
        order by coalesce(looked_at, created_at) limit ${atOnce}
      )
      returning id
    `.execute(db)
    await announce<SetupToLookAt>(
      'payments.setup_to_look_at',
      setups.rows.map(({ id }) => ({ setupId: id })),
    )
    return [attempts, handedOver, refunds, sent, setups].reduce((count, { rows }) => count + rows.length, 0)
  },
}
