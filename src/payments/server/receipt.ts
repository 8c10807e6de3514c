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
  now(): Date
}

/** Serves `GET /receipts/{payment}.pdf` to the payer. */
export function receiptListener({ product, operator, tax, timeZone, now, ...parts }: Options) {
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
        .executeTakeFirstOrThrow()
      const taxPercent = Number(people.tax_percent)
      const name = receiptName(payment.receiptNumber)
      return {
        type: 'application/pdf',
        name: `receipt-${name}.pdf`,
        body: await drawReceipt(payment, {
          ...{ name, product, operator, tax, taxPercent, timeZone, now: now() },
          ...people,
          payee: people.provider_name ?? people.seller ?? people.sellers ?? '',
          trade: people.trade,
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
  trade: string | null
}

function drawReceipt(payment: Payment, printed: Printed): Promise<Buffer> {
  const { name, product, operator, tax, taxPercent, timeZone, now, payer, payee, trade } = printed
  const taxId = tax.id && `${tax.name} number ${tax.id}`
  const { amount, method, completedAt, description, visit } = payment
  const refunds = payment.refunds.filter(({ isOfAnother }) => !isOfAnother)
  const paid = payment.paid?.amount ?? amount.amount
  const added = paid - amount.amount
  const money = (minor: number) => formatMoney({ ...amount, amount: minor })
  const back = refunds
    .filter(({ status }) => status === 'succeeded' || status === 'closed')
    .reduce((sum, refund) => sum + refund.amount.amount, 0)
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
        [back > 0 ? 'Total after refunds' : 'Total', money(paid - back)],
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
    // Indian law exempts veterinary care.
    if (payment.order) page.text(`Each seller’s receipt of the order shows its ${tax.name}.`, 'soft')
    else if (taxPercent === 0)
      page.text(`${trade === 'veterinary' ? 'Veterinary care: no' : 'No'} ${tax.name} is charged.`, 'soft')
  })
}
