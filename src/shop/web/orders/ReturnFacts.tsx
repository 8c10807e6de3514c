import { formatMoney } from '#/kernel/money.ts'
import type { PartReturn, ReturnPhoto, SoldPart } from '#/shop/orders.ts'
import type { ReturnOutcome } from '#/shop/returns.ts'
import css from './Checkout.module.css'
import { returnText } from './words.ts'

const outcomeText: Readonly<Record<ReturnOutcome, string>> = {
  returned: 'sent back and refunded',
  kept: 'refunded, and the buyer keeps it',
  refused: 'refused',
  withdrawn: 'taken back by the buyer',
  unsent: 'ended without a refund',
}

/** Lists the goods of a return ('2 × Cooling Bed'). */
export const goodsText = ({ lines }: Pick<PartReturn, 'lines'>, part: Pick<SoldPart, 'lines'>): string =>
  lines
    .map(({ lineId, quantity }) => `${quantity} × ${part.lines.find(({ id }) => id === lineId)?.name}`)
    .join(', ')

type Props = { part: Pick<SoldPart, 'lines' | 'returns'>; photos?: readonly ReturnPhoto[] }

/** Says what of a part is or was returned, why and for how much, with the buyer's photos. */
export function ReturnFacts({ part, photos = [] }: Props) {
  return part.returns.map((one, number, { length }) => (
    <section
      key={one.id}
      className={css.group}
      aria-label={length > 1 ? `Return ${number + 1} of ${length}` : 'Return'}
    >
      <p>
        <strong>Return: {goodsText(one, part)}</strong>
        {one.outcome &&
          ` (${one.outcome === 'refused' && one.isOverruled ? 'approved: it can go back once the other return is over' : outcomeText[one.outcome]})`}
      </p>
      <p>Reason for the return: {returnText[one.kind]}.</p>
      <p>Refund: {formatMoney(one.amount)}</p>
      {one.tracking && (
        <p>
          Sent back with {one.carrier}. Tracking number: <strong>{one.tracking}</strong>
        </p>
      )}
      {photos
        .filter(({ returnId }) => returnId === one.id)
        .map(({ url, width, height }, index, all) => (
          <img
            key={url}
            className={css.photo}
            src={url}
            width={width}
            height={height}
            loading="lazy"
            alt={`What’s wrong, as shown by the buyer${all.length > 1 ? `, ${index + 1} of ${all.length}` : ''}`}
          />
        ))}
    </section>
  ))
}
