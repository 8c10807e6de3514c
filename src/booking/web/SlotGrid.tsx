import { useId } from 'react'
import type { ClockTime } from '#/kernel/time.ts'
import css from './Slots.module.css'
import { useGone } from './use-gone.ts'

/** Times are the provider's. */
export type OfferedSlot = {
  date: string
  startTime: ClockTime
  endTime: ClockTime
  startsAt: Date
  /** The latest end of a session that starts here, if its owner chooses the end. */
  latestEnd?: ClockTime | null
}

/** The current time of the appointment that is being moved. */
export type PresentTime = Omit<OfferedSlot, 'startsAt'>

type Props = {
  label: string
  slots: readonly OfferedSlot[]
  selected: OfferedSlot | null
  /** The current time on this day, shown in its place but disabled. */
  present: PresentTime | null
  onSelect: (slot: OfferedSlot) => void
}

export const parts: readonly [name: string, from: ClockTime, to: ClockTime][] = [
  ['Morning', '00:00', '12:00'],
  ['Afternoon', '12:00', '17:00'],
  ['Evening', '17:00', '24:00'],
]

/**
 * Shows the free slots of a day as radio buttons, so that arrow keys and forms work. A slot that someone takes meanwhile
 * stays in its place, disabled.
 */
export function SlotGrid({ label, slots, selected, present, onSelect }: Props) {
  const name = useId()
  const gone = useGone(label, slots, startOf).filter(({ startTime }) => startTime !== present?.startTime)
  return (
    <div role="radiogroup" aria-label={label} className={css.parts}>
      {parts.map(([part, from, to]) => {
        const offered = withDisabled(slots, present ? [...gone, present] : gone).filter(
          ({ startTime }) => startTime >= from && startTime < to,
        )
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
                    disabled={!('startsAt' in slot)}
                    onChange={() => 'startsAt' in slot && onSelect(slot)}
                  />
                  <span className={css.time}>
                    {slot.startTime}-{slot.endTime}
                    {!('startsAt' in slot) && (
                      <small>{slot === present ? 'Your time now' : 'No longer free'}</small>
                    )}
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

const startOf = ({ startTime }: OfferedSlot) => startTime

function withDisabled(
  slots: readonly OfferedSlot[],
  disabled: readonly PresentTime[],
): (OfferedSlot | PresentTime)[] {
  const known = disabled.filter(({ startTime }) => !slots.some((slot) => slot.startTime === startTime))
  return [...slots, ...known].toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
}
