import { formatMoney } from '#/kernel/money.ts'
import type { Checkout } from '#/shop/orders.ts'
import { daysText } from '#/shop/web/words.ts'
import css from './Checkout.module.css'
import { notReservedText, problemText } from './words.ts'

/** Shows each seller's parcel, with every problem on its line. */
export function CheckoutParcels({ checkout, pin }: { checkout: Checkout; pin: string }) {
  return checkout.sellers.map(({ id, name, lines, delivery, total, days }) => (
    <section key={id} className={css.card} aria-label={`Sold by ${name}`}>
      <h2>{name}</h2>
      <ul className={css.lines}>
        {lines.map((line) => {
          const problem = problemText(line, pin)
          return (
            <li key={line.variantId} className={css.line}>
              {line.imageUrl ? <img src={line.imageUrl} alt="" /> : <span />}
              <div className={css.what}>
                {line.name}
                <div className={css.soft}>
                  {line.variant} · {line.quantity > 0 && `${line.quantity} × `}
                  {formatMoney(line.price)}
                </div>
              </div>
              <span className={css.amount}>{line.quantity > 0 && formatMoney(line.amount)}</span>
              {problem && (
                <p className={css.problem} role="note">
                  {problem}
                </p>
              )}
              {line.quantity > 0 && line.notReserved && (
                <p className={css.problem} role="note">
                  {notReservedText[line.notReserved]}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {total.amount > 0 && (
        <p className={css.soft}>
          {delivery.amount === 0 ? 'Free delivery' : `Delivery ${formatMoney(delivery)}`}, in {daysText(days)}
        </p>
      )}
    </section>
  ))
}
