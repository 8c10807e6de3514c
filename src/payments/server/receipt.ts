import { sql } from 'kysely'
import { formatMoney } from '#/kernel/money.ts'
import { onPaper, timeFor } from '#/kernel/reader-time.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { drawPdf } from '#/kernel/server/pdf.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import type { Payment } from '#/payments/contract.ts'
import { receiptName, taxWithin } from '#/payments/rules.ts'
import { refundText, sandboxText } from '#/payments/text.ts'
import { findPayment } from './show.ts'

/** The tax's name, and the operator's tax number. */
type Tax = { name: string; id: string | undefined }

type Options = DownloadParts & {
  product: string
  /** The operator's name and address lines. */
  operator: (string | undefined)[]
  tax: Tax
  timeZone: string
  /** Names what a trade sells, if the law exempts it from the tax. */
  exemptOf(trade: string): string | undefined
  now(): Date
}

/** Serves `GET /receipts/{payment}.pdf` to the payer. */
export function receiptListener({ product, operator, tax, timeZone, exemptOf, now, ...parts }: Options) {
  return downloadListener({
    ...parts,
    path: new RegExp(`^/receipts/(${uuidPattern})\\.pdf$`),
    limit: { name: 'receipt', max: 60, windowSeconds: 3600 },
    async make(id, { userId }) {
      const payment = await findPayment(parts.db, userId, id, now())
      if (!payment?.receiptNumber) return null
      const people = await parts.db
        .selectFrom('payments as p')
        .innerJoin('users as payer', 'payer.id', 'p.payer_user_id')
        .leftJoin('booking_parties as booking', (join) =>
          join.onRef('booking.booking_id', '=', 'p.appointment_id').on('booking.side', '=', 'owner'),
        )
        .leftJoin('packages as k', 'k.id', 'p.package_id')
        .leftJoin('providers as seller', 'seller.id', 'k.provider_id')
        .where('p.id', '=', id)
        .select([
          'payer.name as payer',
          'booking.provider_name',
          'booking.trade',
          'seller.full_name as seller',
          'p.tax_percent',
        ])
        .select(
          sql<string | null>`(select string_agg(s.seller_name, ', ' order by s.position) from order_parts s
            where s.order_id = p.order_id)`.as('sellers'),
        )
        .select(
          sql<number>`coalesce((
            select sum(d.amount) from payment_disputes d
            where d.status = 'lost' and d.attempt_id = (
              select t.id from payment_attempts t
              where t.payment_id = p.id and t.status = 'succeeded' order by t.settled_at limit 1)), 0)::integer`.as(
            'takenBack',
          ),
        )
        .executeTakeFirstOrThrow()
      const taxPercent = Number(people.tax_percent)
      const name = receiptName(payment.receiptNumber)
      return {
        type: 'application/pdf',
        name: `receipt-${name}.pdf`,
        body: await drawReceipt(payment, {
          name,
          product,
          operator,
          tax,
          taxPercent,
          timeZone,
          now: now(),
          ...people,
          payee: people.provider_name ?? people.seller ?? people.sellers ?? '',
          exempt: people.trade ? exemptOf(people.trade) : undefined,
        }),
      }
    },
  })
}

type Printed = {
  name: string
  product: string
  operator: (string | undefined)[]
  tax: Tax
  taxPercent: number
  timeZone: string
  now: Date
  payer: string
  payee: string
  exempt: string | undefined
  /** By the payer's bank, in lost disputes. */
  takenBack: number
}

function drawReceipt(payment: Payment, printed: Printed): Promise<Buffer> {
  const { name, product, operator, tax, taxPercent, timeZone, now, payer, payee, exempt, takenBack } = printed
  const taxId = tax.id && `${tax.name} number ${tax.id}`
  const { amount, method, completedAt, description, visit } = payment
  // The bank paid the closed ones itself.
  const refunds = payment.refunds.filter(({ isOfAnother, status }) => !isOfAnother && status !== 'closed')
  const paid = payment.paid?.amount ?? amount.amount
  const added = paid - amount.amount
  const money = (minor: number) => formatMoney({ ...amount, amount: minor })
  const back = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount.amount, takenBack)
  const title = `${payment.isSandbox ? 'Sandbox receipt' : 'Receipt'} ${name}`
  return drawPdf({ title, author: product, footer: `${product} · ${title}`, now }, (page) => {
    page.text([product, ...operator, taxId].filter(Boolean).join(' · '), 'soft')
    page.title(title)
    if (payment.isSandbox)
      page.text(`${sandboxText} This receipt is for testing only and isn’t proof of payment.`)
    page.rule()
    page.facts([
      ['Paid by', payer],
      [payment.order ? 'Sold by' : 'Services by', payee],
      ['Appointment', visit && timeFor(onPaper, visit.startsAt, { zone: visit.timeZone, kind: 'in-person' })],
      ['Package', payment.package?.reference],
      ['Order', payment.order?.reference],
      ['Pet', visit?.pet],
      ['Paid on', completedAt && timeFor(onPaper, completedAt, { zone: timeZone, kind: 'moment' })],
      ['Paid with', method],
    ])
    page.table(
      [
        { title: 'Description', share: 0.7 },
        { title: 'Amount', share: 0.3, align: 'right' },
      ],
      [
        [description, money(amount.amount)],
        ...(added > 0 ? [['Payment service fee', money(added)]] : []),
        ...(added < 0 ? [['Payment offer', `−${money(-added)}`]] : []),
        ...refunds.map((refund) => [
          `${refundText[refund.status]}: ${refund.reason}`,
          `−${money(refund.amount.amount)}`,
        ]),
        ...(takenBack > 0 ? [[refundText.closed, `−${money(takenBack)}`]] : []),
        // Both we and the bank may have sent it back.
        [back > 0 ? 'Total after refunds' : 'Total', money(Math.max(0, paid - back))],
        ...(taxPercent > 0
          ? [
              [
                `of which ${tax.name} ${taxPercent}%`,
                money(taxWithin(Math.max(0, Math.min(paid, amount.amount) - back), taxPercent)),
              ],
            ]
          : []),
      ],
    )
    if (payment.order) page.text(`Each seller’s receipt of the order shows its ${tax.name}.`, 'soft')
    else if (taxPercent === 0) page.text(`${exempt ? `${exempt}: no` : 'No'} ${tax.name} is charged.`, 'soft')
  })
}
