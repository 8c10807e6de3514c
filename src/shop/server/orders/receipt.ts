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

const money = (amount: number) => formatMoney({ amount, currency })

/** Serves `GET /order-receipts/{part}.pdf` to the buyer: one seller's charges, with their tax. */
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
    .select(['p.method_label', 'p.gateway'])
    .select([
      sql<Line[]>`(select json_agg(json_build_object('name', l.name, 'variant', l.variant, 'rate', l.tax_rate,
        'quantity', l.quantity, 'amount', l.amount, 'cgst', l.cgst, 'sgst', l.sgst, 'igst', l.igst) order by l.position)
        from order_lines l where l.part_id = s.id)`.as('lines'),
      refundedOfPart('s.id').as('refunded'),
      takenBackOfPart('s.id').as('taken_back'),
    ])
    .where('s.id', '=', id)
    .where('o.user_id', '=', userId)
    .where(wasPlaced)
    .executeTakeFirst()

type Part = NonNullable<Awaited<ReturnType<typeof findPart>>>
type Printed = { title: string; product: string; timeZone: string; now: Date }

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
      ['Sent to', `${part.line}, ${part.city} ${part.pin}, ${states[part.state as StateCode]}`],
      ['Buyer’s GSTIN', part.gstin],
      ['Order', orderName(part.number)],
      ['Placed on', timeFor(onPaper, part.placed_at, { zone: timeZone, kind: 'moment' })],
      ['Paid with', part.pays === 'cash' ? 'Cash on delivery' : part.method_label],
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
        ...[
          { what: refundText.succeeded, amount: part.refunded - part.taken_back },
          { what: refundText.closed, amount: part.taken_back },
        ]
          .filter(({ amount }) => amount > 0)
          .map(({ what, amount }) => [what, '', '', `−${money(amount)}`]),
      ],
    )
  })
}
