import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { CartLine } from '#/shop/cart.ts'
import css from './CartRow.module.css'
import { changesOf } from './changes.ts'

type Props = {
  line: CartLine
  isBusy: boolean
  problem: string | undefined
  onChange: (quantity: number) => void
}

export function CartRow({ line, isBusy, problem, onChange }: Props) {
  const { name, variant, quantity, available, isSold } = line
  const what = `${name}, ${variant}`
  const changes = changesOf(line)
  const shown = Math.min(quantity, Math.max(available, 1))
  return (
    <li className={css.line} aria-busy={isBusy}>
      <div className={css.picture}>
        {line.imageUrl ? (
          <img src={line.imageUrl} alt="" width={88} height={88} loading="lazy" />
        ) : (
          <Drawing name={line.shelf === 'pharmacy' ? 'pet-pharmacy' : 'pet-merchandise'} width={72} />
        )}
      </div>
      <div className={css.words}>
        <p className={css.brand}>{line.brand}</p>
        <h3 className={css.name}>
          {isSold ? <Link to={`/${line.shelf}?product=${line.productId}`}>{name}</Link> : name}
        </h3>
        <p className={css.soft}>
          {variant}, {formatMoney(line.price)}
        </p>
        {line.needsPrescription && <p className={css.rx}>Prescription required</p>}
      </div>
      <div className={css.amount}>
        {available > 0 && (
          <fieldset className={css.stepper} aria-label={`Quantity of ${what}`}>
            <button
              type="button"
              aria-label={`One fewer of ${what}`}
              disabled={shown <= 1}
              aria-disabled={isBusy}
              onClick={() => !isBusy && onChange(shown - 1)}
            >
              −
            </button>
            <output>{shown}</output>
            <button
              type="button"
              aria-label={`One more of ${what}`}
              disabled={shown >= available}
              aria-disabled={isBusy}
              onClick={() => !isBusy && onChange(shown + 1)}
            >
              +
            </button>
          </fieldset>
        )}
        {available > 0 && <p className={css.total}>{formatMoney(line.total)}</p>}
        <button
          type="button"
          className={css.remove}
          aria-label={`Remove ${what}`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onChange(0)}
        >
          Remove
        </button>
      </div>
      {changes.length > 0 && (
        <div className={css.changed} role="note">
          <p>{changes.join(' ')}</p>
          {available > 0 && (
            <button type="button" onClick={() => onChange(shown)} aria-label={`Accept the change of ${what}`}>
              OK
            </button>
          )}
        </div>
      )}
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </li>
  )
}
