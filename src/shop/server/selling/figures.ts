import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, dayBounds, dayOf } from '#/kernel/time.ts'
import { refundedOfPart } from '#/payments/server/index.ts'
import type { FigureSpan, Sales, SellingFigures } from '#/shop/figures.ts'
import { currency } from '#/shop/rules.ts'
import { returnedUnits } from '#/shop/server/orders/returns.ts'

const mostBest = 5

type Row = {
  orders: number
  units: number
  revenue: number
  refunded: number
  refunded_kept: number
  commission: number
  coupon_paid: number
  arrived: number
  returned: number
}
type BestRow = {
  product_id: string | null
  name: string
  picture: string | null
  units: number
  amount: number
}

type Wanted = { userId: string; days: FigureSpan; now: Date; zone: string }

/**
 * Returns the figures of what a seller sold on the last days of the operator's zone, today included, and on as many days
 * before. Orders count on the day they were placed, and so do their later refunds and returns.
 */
export async function readFigures(db: Db, { userId, days, now, zone }: Wanted): Promise<SellingFigures> {
  const since = addDays(dayOf(now, zone), 1 - Number(days))
  const from = dayBounds(since, zone).startsAt
  const before = dayBounds(addDays(since, -Number(days)), zone).startsAt
  const { rows } = await figuresStatement({ userId, before, from, now }).execute(db)
  const { span, earlier, best } = rows[0]!
  return {
    since,
    span: showSales(span),
    before: showSales(earlier),
    best: (best ?? []).map((row) => ({
      productId: row.product_id as never,
      name: row.name,
      imageUrl: row.picture,
      units: row.units,
      amount: { amount: row.amount, currency },
    })),
  }
}

const money = (amount: number) => ({ amount, currency })
const showSales = (row: Row): Sales => ({
  orders: row.orders,
  units: row.units,
  arrived: row.arrived,
  returned: row.returned,
  revenue: money(row.revenue),
  refunded: money(row.refunded),
  refundedKept: money(row.refunded_kept),
  commission: money(row.commission),
  couponPaid: money(row.coupon_paid),
})

/** Returns what is left of a share after a refund, rounded as the ledger does it. */
const kept = (column: 'share' | 'discount') => sql`(${sql.ref(column)}
  - floor(${sql.ref(column)}::numeric * least(refunded, base) / base + 0.5))`

const salesOf = (isInSpan: boolean) => sql`(
  select jsonb_build_object('orders', count(*), 'units', coalesce(sum(units), 0), 'revenue', coalesce(sum(total - refunded), 0),
    'refunded', coalesce(sum(refunded), 0), 'commission', coalesce(sum(${kept('share')} + ${kept('discount')}), 0),
    'coupon_paid', coalesce(sum(${kept('discount')}), 0), 'arrived', count(*) filter (where has_arrived),
    'returned', count(*) filter (where came_back), 'refunded_kept', coalesce(sum(least(refunded_kept, refunded)), 0))
    from sold where is_in_span = ${isInSpan})`

type Span = { userId: string; before: Date; from: Date; now: Date }

/** The share of a part is the commission less the discount of a coupon. A buyer who paid in cash is refunded by the seller. */
function figuresStatement({ userId, before, from, now }: Span) {
  return sql<{ span: Row; earlier: Row; best: BestRow[] | null }>`
    with sold as materialized (
      select s.id, s.placed_at >= ${from}::timestamptz as is_in_span, s.status, s.total, s.delivered_at is not null as has_arrived,
        coalesce(p.commission, 0) as share, coalesce(p.commissionable, s.total) as base, l.units, l.discount,
        b.came_back, b.refunded_kept,
        case when o.pays = 'online' then ${refundedOfPart('s.id')} else b.refunded end as refunded
        from order_parts s
        join orders o on o.id = s.order_id
        left join payment_parts p on p.id = s.id
        cross join lateral (
          select sum(quantity) filter (where kind = 'goods') as units,
            coalesce(-sum(amount) filter (where kind = 'discount'), 0) as discount
            from order_lines where part_id = s.id) l
        cross join lateral (
          select count(*) filter (where outcome = 'returned') > 0 as came_back,
            coalesce(sum(amount) filter (where outcome = 'kept'), 0)::integer as refunded_kept,
            coalesce(sum(amount) filter (where outcome in ('returned', 'kept')), 0)::integer as refunded
            from order_returns where part_id = s.id) b
       where s.seller_user_id = ${userId} and s.status <> 'cancelled'
         -- Both ends, because a generic plan expects few rows for a closed range, but a third of the table for an open one.
         and s.placed_at between ${before}::timestamptz and ${now}::timestamptz
    ),
    best as (
      select p.id as product_id, max(l.name) as name, (array_agg(l.picture))[1] as picture,
        sum(l.quantity - back.units)::integer as units, sum((l.quantity - back.units) * l.price)::integer as amount
        from sold
        join order_lines l on l.part_id = sold.id and l.kind = 'goods'
        cross join lateral (select ${returnedUnits} as units) back
        left join product_variants v on v.id = l.variant_id
        left join products p on p.id = v.product_id and p.state <> 'deleted'
       where sold.is_in_span and back.units < l.quantity
       group by p.id, case when p.id is null then l.name end
       order by units desc, amount desc, name limit ${sql.lit(mostBest)}
    )
    select ${salesOf(true)} as span, ${salesOf(false)} as earlier,
      (select jsonb_agg(to_jsonb(best) order by units desc, amount desc, name) from best) as best
  `
}
