import { priceText } from '#/appointments/web/price-text.ts'
import { upperFirst } from '#/kernel/letters.ts'
import css from './MeetingChoice.module.css'
import { type Offer, whereText } from './offer.ts'
import { PickOne } from './PickOne.tsx'
import { titled } from './trade-words.ts'

type Props = { offer: Offer; isOnline: boolean; onChange(isOnline: boolean): void }

/** Chooses between the ways to meet that the provider offers. */
export function MeetingChoice({ offer, isOnline, onChange }: Props) {
  const { words, price, isHourly, place, ways } = offer
  const online = (
    <span className={css.badges}>
      {titled(words.online)}
      {price && (
        <span className={css.fee}>
          {priceText(price)}
          {isHourly && ' an hour'}
        </span>
      )}
      {price && price.amount > 0 && <span className={css.required}>Payment Required</span>}
    </span>
  )
  return (
    <PickOne
      legend={`${upperFirst(words.inPerson)} type`}
      name="meeting"
      options={[
        ...(place === null
          ? []
          : [{ value: 'inPerson' as const, label: `In-Person ${titled(words.inPerson)}` }]),
        ...(ways.length === 0 ? [] : [{ value: 'online' as const, label: online }]),
      ]}
      value={isOnline ? 'online' : 'inPerson'}
      onChange={(next) => onChange(next === 'online')}
      hint={isOnline ? words.meetOnline : whereText(offer)}
    />
  )
}
