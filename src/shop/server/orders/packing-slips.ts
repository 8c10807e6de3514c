import { sql } from 'kysely'
import { formatMoney } from '#/kernel/money.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { drawPdf, type PdfPage } from '#/kernel/server/pdf.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { orderName } from '#/payments/rules.ts'
import { mostSlips, toPack } from '#/shop/packing-slips.ts'
import { currency } from '#/shop/rules.ts'
import { type StateCode, states } from '#/shop/states.ts'
import { wasPlaced } from './sell.ts'

type Options = DownloadParts & { product: string; timeZone: string; now(): Date }

type Line = { name: string; variant: string | null; sku: string | null; quantity: number }

/**
 * Serves `GET /packing-slips/{part}.pdf` to the seller, and `GET /packing-slips/to-pack.pdf` with a page for each order to pack,
 * the oldest first. A slip goes into the parcel, so it has no prices, except for the cash to be collected.
 */
export function packingSlipListener({ product, timeZone, now, ...parts }: Options) {
  return downloadListener({
    ...parts,
    path: new RegExp(`^/packing-slips/(${uuidPattern}|${toPack})\\.pdf$`),
    limit: { name: 'packing-slip', max: 120, windowSeconds: 3600 },
    async make(id, { userId }) {
      const slips = await findSlips(parts.db, { id: id === toPack ? null : id, userId })
      const [first] = slips
      if (!first) return null
      const title =
        slips.length === 1 ? `Packing slip ${nameOf(first)}` : `Packing slips for ${slips.length} orders`
      const name = slips.length === 1 ? nameOf(first) : toPack
      const body = await drawPdf(
        { title, author: product, footer: `${product} · ${title}`, now: now() },
        (page) => {
          for (const [index, slip] of slips.entries()) {
            if (index > 0) page.newPage()
            draw(page, slip, { product, timeZone })
          }
        },
      )
      return { type: 'application/pdf', name: `packing-slip-${name}.pdf`, body }
    },
  })
}

const nameOf = ({ number, position }: Slip) => `${orderName(number)}-${position + 1}`

/** Only while there is something to pack: afterwards the buyer's address is nobody's business on paper. */
function findSlips(db: Db, { id, userId }: { id: string | null; userId: string }) {
  let query = db
    .selectFrom('order_parts as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .select([
      's.position',
      's.seller_name',
      's.seller_address',
      's.total',
      'o.number',
      'o.placed_at',
      'o.pays',
    ])
    .select(['o.name', 'o.phone', 'o.line', 'o.city', 'o.state', 'o.pin'])
    .select(
      sql<Line[]>`(select json_agg(json_build_object('name', l.name, 'variant', l.variant, 'sku', v.sku,
        'quantity', l.quantity) order by l.position)
        from order_lines l left join product_variants v on v.id = l.variant_id
       where l.part_id = s.id and l.kind = 'goods')`.as('lines'),
    )
    .where('s.seller_user_id', '=', userId)
    .where(wasPlaced)
    .orderBy('s.placed_at')
    .orderBy('s.id')
    .limit(mostSlips)
  // A literal, so that Postgres can use the partial index.
  query = id
    ? query.where('s.id', '=', id).where('s.status', 'in', ['placed', 'packed'])
    : query.where(sql<boolean>`s.status = 'placed'`)
  return query.execute()
}

type Slip = Awaited<ReturnType<typeof findSlips>>[number]

function draw(page: PdfPage, slip: Slip, { product, timeZone }: { product: string; timeZone: string }): void {
  page.text(product, 'soft')
  page.title(`Packing slip ${nameOf(slip)}`)
  page.rule()
  page.facts([
    ['Send to', slip.name],
    ['Phone', formatPhone(slip.phone)],
    ['Address', `${slip.line}, ${slip.city} ${slip.pin}, ${states[slip.state as StateCode]}`],
    ['Sold by', slip.seller_name],
    ['Seller’s address', slip.seller_address],
    ['Placed on', timeFor(onPaper, slip.placed_at, { zone: timeZone, kind: 'moment' })],
    ['To collect in cash', slip.pays === 'cash' ? formatMoney({ amount: slip.total, currency }) : null],
  ])
  page.table(
    [
      { title: 'Product', share: 0.55 },
      { title: 'SKU', share: 0.25 },
      { title: 'Quantity', share: 0.2, align: 'right' },
    ],
    slip.lines.map(({ name, variant, sku, quantity }) => [
      variant ? `${name}, ${variant}` : name,
      sku ?? '–',
      String(quantity),
    ]),
  )
}
