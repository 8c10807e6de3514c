import { useId, useState } from 'react'
import { lengthOf } from '#/booking/sessions.ts'
import type { ClockTime } from '#/kernel/time.ts'
import { type OfferedSlot, type PresentTime, parts } from './SlotGrid.tsx'
import css from './Slots.module.css'
import { useGone } from './use-gone.ts'

type Props = {
  /** 'Thu, 5 Nov' */
  day: string
  /** Every bookable session of the day. */
  sessions: readonly OfferedSlot[]
  selected: OfferedSlot | null
  onSelect(session: OfferedSlot): void
}

/** The default length of a session. */
const usual = 60

/** Returns '30 min', '1 h' or '1 h 30 min'. */
function lengthText(session: PresentTime): string {
  const [hours, minutes] = [Math.floor(lengthOf(session) / 60), lengthOf(session) % 60]
  return [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ')
}

const keyOf = ({ startTime, endTime }: PresentTime) => `${startTime} ${endTime}`
const isFree = (session: OfferedSlot | PresentTime): session is OfferedSlot => 'startsAt' in session

/**
 * Chooses start and end of a session. A new start also sets the end: an hour later, or the latest free time before
 * that. Times that someone takes meanwhile stay in their places, disabled; a start whose chosen end is taken stays chosen.
 */
export function ChooseSession({ day, sessions, selected, onSelect }: Props) {
  const name = useId()
  const [last, setLast] = useState({ day, start: selected?.startTime })
  if (selected && (last.day !== day || last.start !== selected.startTime))
    setLast({ day, start: selected.startTime })
  const gone = useGone(day, sessions, keyOf)
  const all = [...sessions, ...gone].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const from = [...Map.groupBy(all, ({ startTime }) => startTime)].map(
    ([startTime, those]) => [startTime, those, those.filter(isFree)] as const,
  )
  const start = selected?.startTime ?? (last.day === day ? last.start : undefined)
  const [, ends = [], freeEnds = []] = from.find(([startTime]) => startTime === start) ?? []
  const choose = (free: readonly OfferedSlot[]) =>
    onSelect(free.find((session) => lengthOf(session) === usual) ?? free.at(-1)!)
  return (
    <div className={css.parts}>
      <div role="radiogroup" aria-label={`Start time on ${day}`} className={css.parts}>
        {parts.map(([part, first, last]) => {
          const shown = from.filter(([startTime]) => startTime >= first && startTime < last)
          if (shown.length === 0) return null
          return (
            <div key={part}>
              <p className={css.part}>{part}, start time</p>
              <div className={css.clocks}>
                {shown.map(([startTime, , free]) => (
                  <Choice
                    key={startTime}
                    name={`${name}-start`}
                    time={startTime}
                    isFree={free.length > 0}
                    isChosen={startTime === start && free.length > 0}
                    onChoose={() => choose(free)}
                  />
                ))}
              </div>
            </div>
          )
        })}
      </div>
      {freeEnds.length > 0 && (
        <div role="radiogroup" aria-label={`End time on ${day}`}>
          <p className={css.part}>End time</p>
          <div className={css.clocks}>
            {ends.map((session) => (
              <Choice
                key={session.endTime}
                name={`${name}-end`}
                time={session.endTime}
                note={lengthText(session)}
                isFree={isFree(session)}
                isChosen={session.endTime === selected?.endTime}
                onChoose={() => isFree(session) && onSelect(session)}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

type ChoiceProps = {
  name: string
  time: ClockTime
  note?: string
  isFree: boolean
  isChosen: boolean
  onChoose(): void
}

function Choice({ name, time, note, isFree, isChosen, onChoose }: ChoiceProps) {
  const below = isFree ? note : 'Not free'
  return (
    <label className={css.slot}>
      <input type="radio" name={name} checked={isChosen} disabled={!isFree} onChange={onChoose} />
      <span className={below ? `${css.time} ${css.noted}` : css.time}>
        {time}
        {below && <small>{below}</small>}
      </span>
    </label>
  )
}
