import type { Card } from '#/sitting/card-contract.ts'
import css from './Card.module.css'
import { lengthText, stampText } from './words.ts'

const timeOf = ({ at, onPhone }: Card['started']) => (onPhone ?? at).getTime()

/** When a visit began and ended, and how long it took. */
export function CardTimes({ card, timeZone, now }: { card: Card; timeZone: string; now: Date }) {
  const { started, stopped } = card
  const end = stopped ? timeOf(stopped) : now.getTime()
  return (
    <dl className={css.times}>
      <div>
        <dt>Started</dt>
        <dd>{stampText(started, timeZone)}</dd>
      </div>
      {stopped && (
        <div>
          <dt>Stopped</dt>
          <dd>{stampText(stopped, timeZone)}</dd>
        </div>
      )}
      <div>
        <dt>{stopped ? 'Took' : 'So far'}</dt>
        <dd>{lengthText(end - timeOf(started))}</dd>
      </div>
    </dl>
  )
}
