import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { type FigureSpan, figureSpans, type Sales, type SellingFigures } from '#/shop/figures.ts'
import { myProductsPath } from '#/shop/selling-rules.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Sales.module.css'
import selling from './Selling.module.css'

/** Shows what a seller sold in the last days, beside as many days before. The address holds how many. */
export default function SalesPage() {
  const [params, setParams] = useSearchParams()
  const days = figureSpans.find((span) => span === params.get('days')) ?? '30'
  const query = useQuery({
    ...shop.query.sellingFigures.queryOptions({ input: { days }, staleTime: 0 }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={selling.page}>
      <Link to={myProductsPath} className={selling.back}>
        ← My products
      </Link>
      <h1>Sales</h1>
      <p className={selling.lead}>
        Each order counts on the day it was placed, along with its later refunds and returns. Cancelled orders
        don’t count.
      </p>
      <div className={css.choice}>
        <NativeSelect
          label="Show"
          value={days}
          data={figureSpans.map((value) => ({ value, label: `Last ${value} days` }))}
          onChange={({ currentTarget: { value } }) =>
            setParams(value === '30' ? {} : { days: value }, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <Loaded query={query} what="your sales">
        {(figures) => <Shown figures={figures} days={days} />}
      </Loaded>
    </div>
  )
}

const rateOf = ({ arrived, returned }: Sales) =>
  arrived === 0 ? '–' : `${Math.round((100 * returned) / arrived)}%`
const keptOf = ({ revenue, commission, couponPaid }: Sales) => ({
  ...revenue,
  amount: revenue.amount - commission.amount + couponPaid.amount,
})

function Shown({
  figures: { since, span, before, best },
  days,
}: {
  figures: SellingFigures
  days: FigureSpan
}) {
  if (span.orders + before.orders === 0)
    return (
      <div className={css.empty}>
        <Drawing name="pet-merchandise" />
        <p>You’ve had no sales in the last {2 * Number(days)} days.</p>
      </div>
    )
  const whole = (count: number) => count.toLocaleString('en-IN')
  const figure = (term: string, of: (sales: Sales) => string, hint?: string) => (
    <Figure term={term} now={of(span)} before={of(before)} hint={hint} />
  )
  return (
    <>
      <p className={selling.soft}>
        Since {formatDay(since)}, compared with the {days} days before.
      </p>
      <dl className={css.figures}>
        {figure('Orders', ({ orders }) => whole(orders))}
        {figure('Units', ({ units }) => whole(units))}
        {figure('Revenue', ({ revenue }) => formatMoney(revenue), 'After discounts and refunds')}
        {span.refunded.amount + before.refunded.amount > 0 &&
          figure(
            'Refunded',
            ({ refunded }) => formatMoney(refunded),
            span.refundedKept.amount > 0
              ? `${formatMoney(span.refundedKept)} of it for goods that buyers kept`
              : undefined,
          )}
        {figure('Our commission', ({ commission }) => formatMoney(commission))}
        {span.couponPaid.amount + before.couponPaid.amount > 0 &&
          figure('Coupon discounts we paid', ({ couponPaid }) => formatMoney(couponPaid))}
        {figure(
          'You keep',
          (sales) => formatMoney(keptOf(sales)),
          'Including delivery fees and cash payments',
        )}
        {figure('Returns', rateOf, 'Share of delivered orders of which goods came back')}
      </dl>
      <section className={selling.section} aria-labelledby="best">
        <h2 id="best">Best sellers</h2>
        {best.length === 0 ? (
          <p className={selling.soft}>No sales in the last {days} days, not counting returns.</p>
        ) : (
          <ol className={css.best}>
            {best.map(({ productId, name, imageUrl, units, amount }) => (
              <li key={productId ?? name}>
                {imageUrl ? <img src={imageUrl} alt="" width={48} height={48} /> : <span />}
                {productId ? <Link to={`${myProductsPath}/${productId}`}>{name}</Link> : <span>{name}</span>}
                <span className={css.amount}>
                  {whole(units)} {units === 1 ? 'unit' : 'units'}, {formatMoney(amount)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}

type FigureProps = { term: string; now: string; before: string; hint: string | undefined }

function Figure({ term, now, before, hint }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt>{term}</dt>
      <dd>
        <strong>{now}</strong>
        <span className={css.before}>{before} before</span>
        {hint && <span className={css.before}>{hint}</span>}
      </dd>
    </div>
  )
}
