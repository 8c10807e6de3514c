import { useId } from 'react'
import type { ClockTime } from '#/kernel/time.ts'
import css from './Slots.module.css'

/** A slot as it is offered; the times are the provider's. */
export type OfferedSlot = { date: string; startTime: ClockTime; endTime: ClockTime; startsAt: Date }

type Props = {
  label: string
  slots: readonly OfferedSlot[]
  selected: OfferedSlot | null
  onSelect: (slot: OfferedSlot) => void
}

const parts: readonly [name: string, from: ClockTime, to: ClockTime][] = [
  ['Morning', '00:00', '12:00'],
  ['Afternoon', '12:00', '17:00'],
  ['Evening', '17:00', '24:00'],
]

/** The free times of a day, one of which can be chosen. Radio buttons underneath, so arrow keys and forms just work. */
export function SlotGrid({ label, slots, selected, onSelect }: Props) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={css.parts}>
      {parts.map(([part, from, to]) => {
        const offered = slots.filter(({ startTime }) => startTime >= from && startTime < to)
        if (offered.length === 0) return null
        return (
          <div key={part}>
            <p className={css.part}>{part}</p>
            <div className={css.grid}>
              {offered.map((slot) => (
                <label key={slot.startTime + slot.endTime} className={css.slot}>
                  <input
                    type="radio"
                    name={name}
                    checked={slot === selected}
                    onChange={() => onSelect(slot)}
                  />
                  <span className={css.time}>
                    {slot.startTime}-{slot.endTime}
                  </span>
                </label>
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}
