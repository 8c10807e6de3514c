import { useId } from 'react'
import { type ClockTime, minutesOf } from '#/kernel/time.ts'
import { type OfferedSlot, parts } from './SlotGrid.tsx'
import css from './Slots.module.css'

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

const lengthOf = ({ startTime, endTime }: OfferedSlot) => minutesOf(endTime) - minutesOf(startTime)

/** Returns '30 min', '1 h' or '1 h 30 min'. */
function lengthText(session: OfferedSlot): string {
  const [hours, minutes] = [Math.floor(lengthOf(session) / 60), lengthOf(session) % 60]
  return [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ')
}

/**
 * Chooses start and end of a session. A new start also sets the end: an hour later, or the latest free time before
 * that.
 */
export function ChooseSession({ day, sessions, selected, onSelect }: Props) {
  const name = useId()
  const from = [...Map.groupBy(sessions, ({ startTime }) => startTime)]
  const ends = from.find(([startTime]) => startTime === selected?.startTime)?.[1] ?? []
  const start = (offered: readonly OfferedSlot[]) =>
    onSelect(offered.find((session) => lengthOf(session) === usual) ?? offered.at(-1)!)
  return (
    <div className={css.parts}>
      <div role="radiogroup" aria-label={`Start time on ${day}`} className={css.parts}>
        {parts.map(([part, first, last]) => {
          const offered = from.filter(([startTime]) => startTime >= first && startTime < last)
          if (offered.length === 0) return null
          return (
            <div key={part}>
              <p className={css.part}>{part}, start time</p>
              <div className={css.clocks}>
                {offered.map(([startTime, those]) => (
                  <Choice
                    key={startTime}
                    name={`${name}-start`}
                    time={startTime}
                    isChosen={startTime === selected?.startTime}
                    onChoose={() => start(those)}
                  />
                ))}
              </div>
            </div>
          )
        })}
      </div>
      {ends.length > 0 && (
        <div role="radiogroup" aria-label={`End time on ${day}`}>
          <p className={css.part}>End time</p>
          <div className={css.clocks}>
            {ends.map((session) => (
              <Choice
                key={session.endTime}
                name={`${name}-end`}
                time={session.endTime}
                note={lengthText(session)}
                isChosen={session.endTime === selected?.endTime}
                onChoose={() => onSelect(session)}
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
  isChosen: boolean
  onChoose(): void
}

function Choice({ name, time, note, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={css.slot}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className={note ? `${css.time} ${css.noted}` : css.time}>
        {time}
        {note && <small>{note}</small>}
      </span>
    </label>
  )
}
