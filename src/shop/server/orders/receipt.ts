import { sql } from 'kysely'
import { formatMoney } from '#/kernel/money.ts'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { drawPdf } from '#/kernel/server/pdf.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { orderName } from '#/payments/rules.ts'
import { refundedOfPart, takenBackOfPart } from '#/payments/server/index.ts'
import { refundText } from '#/payments/text.ts'
import { hasReceipt } from '#/shop/order-states.ts'
import { currency } from '#/shop/rules.ts'
import { type StateCode, states } from '#/shop/states.ts'
import { wasPlaced } from './sell.ts'

type Options = DownloadParts & { product: string; timeZone: string; now(): Date }

type Line = Record<'name' | 'variant' | 'rate', string> &
  Record<'quantity' | 'amount' | 'cgst' | 'sgst' | 'igst', number>

/** A return that gave money back. */
type Back = { goods: string; amount: number }

const money = (amount: number) => formatMoney({ amount, currency })

/**
 * Serves `GET /order-receipts/{part}.pdf` to the buyer and the seller: one seller's charges, with their tax. Sellers
 * see no more than in their list of orders, so not the buyer's card.
 */
export function orderReceiptListener({ product, timeZone, now, ...parts }: Options) {
  return downloadListener({
    ...parts,
    path: new RegExp(`^/order-receipts/(${uuidPattern})\\.pdf$`),
    limit: { name: 'order-receipt', max: 60, windowSeconds: 3600 },
    async make(id, { userId }) {
      const part = await findPart(parts.db, { id, userId })
      if (!part || !hasReceipt({ pays: part.pays, status: part.status })) return null
      const name = `${orderName(part.number)}-${part.position + 1}`
      const body = await draw(part, { title: `Receipt ${name}`, product, timeZone, now: now() })
      return { type: 'application/pdf', name: `receipt-${name}.pdf`, body }
    },
  })
}

const findPart = (db: Db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('order_parts as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('payments as p', 'p.order_id', 'o.id')
    .selectAll('o')
    .select([
      's.position',
      's.status',
      's.seller_name',
      's.seller_address',
      's.seller_gstin',
      's.total as part_total',
    ])
    .select(['p.gateway', 'u.erased_at'])
    .select(['p.method_label', sql<boolean>`o.user_id = ${userId}`.as('is_buyer')])
    .select([
      sql<Line[]>`(select json_agg(json_build_object('name', l.name, 'variant', l.variant, 'rate', l.tax_rate,
        'quantity', l.quantity, 'amount', l.amount, 'cgst', l.cgst, 'sgst', l.sgst, 'igst', l.igst) order by l.position)
        from order_lines l where l.part_id = s.id)`.as('lines'),
      sql<Back[]>`(select coalesce(json_agg(json_build_object('amount', r.amount, 'goods', (
          select string_agg(t.quantity || ' × ' || l.name, ', ' order by l.position)
          from returned_lines t join order_lines l on l.id = t.line_id where t.return_id = r.id)) order by r.asked_at, r.id), '[]')
        from order_returns r where r.part_id = s.id and r.outcome in ('returned', 'kept'))`.as('returns'),
      refundedOfPart('s.id').as('refunded'),
      takenBackOfPart('s.id').as('taken_back'),
    ])
    .where('s.id', '=', id)
    .where((eb) => eb.or([eb('o.user_id', '=', userId), eb('s.seller_user_id', '=', userId)]))
    .where(wasPlaced)
    .executeTakeFirst()

type Part = NonNullable<Awaited<ReturnType<typeof findPart>>>
type Printed = { title: string; product: string; timeZone: string; now: Date }

/**
 * The state decides the tax, so it stays when the buyer's address is erased. The seller needs the address on paper only to send the
 * parcel, and has a packing slip for that.
 */
function sentTo({ line, city, pin, state: code, erased_at: erasedAt, is_buyer: isBuyer }: Part): string {
  const state = states[code as StateCode]
  return erasedAt || !isBuyer ? state : `${line}, ${city} ${pin}, ${state}`
}

const paidWith = ({ pays, is_buyer: isBuyer, method_label: label }: Part) =>
  pays === 'cash' ? 'Cash on delivery' : isBuyer ? label : 'Online'

function draw(part: Part, { title, product, timeZone, now }: Printed): Promise<Buffer> {
  const isSandbox = part.gateway === 'sandbox'
  const sumOf = (tax: 'cgst' | 'sgst' | 'igst') => part.lines.reduce((sum, line) => sum + line[tax], 0)
  return drawPdf({ title, author: product, footer: `${product} · ${title}`, now }, (page) => {
    page.text(product, 'soft')
    page.title(title)
    if (isSandbox) page.text('No money moved: this receipt is for testing only and isn’t proof of payment.')
    page.rule()
    page.facts([
      ['Sold by', part.seller_name],
      ['Address', part.seller_address],
      ['GSTIN', part.seller_gstin],
      ['Sold to', part.name],
      ['Sent to', sentTo(part)],
      ['Buyer’s GSTIN', part.gstin],
      ['Order', orderName(part.number)],
      ['Placed on', timeFor(onPaper, part.placed_at, { zone: timeZone, kind: 'moment' })],
      ['Paid with', paidWith(part)],
    ])
    page.table(
      [
        { title: 'Description', share: 0.5 },
        { title: 'Quantity', share: 0.15, align: 'right' },
        { title: 'GST', share: 0.15, align: 'right' },
        { title: 'Amount', share: 0.2, align: 'right' },
      ],
      [
        ...part.lines.map((line) => [
          line.variant ? `${line.name}, ${line.variant}` : line.name,
          String(line.quantity),
          `${Number(line.rate)}%`,
          money(line.amount),
        ]),
        ['Total', '', '', money(part.part_total)],
        ...(['cgst', 'sgst', 'igst'] as const)
          .filter((tax) => sumOf(tax) > 0)
          .map((tax) => [`of which ${tax.toUpperCase()}`, '', '', money(sumOf(tax))]),
        // Cash is refunded by the seller, so it isn't part of what we refunded.
        ...part.returns.map(({ goods, amount }) => [
          `${part.pays === 'cash' ? 'Returned, refunded by the seller' : 'Returned'}: ${goods}`,
          '',
          '',
          `−${money(amount)}`,
        ]),
        ...[
          { what: refundText.succeeded, amount: part.refunded - part.taken_back },
          {
            what: part.is_buyer ? refundText.closed : 'Taken back by the buyer’s bank',
            amount: part.taken_back,
          },
        ]
          .filter(({ amount }) => amount > 0)
          .map(({ what, amount }) => [what, '', '', `−${money(amount)}`]),
      ],
    )
  })
}
