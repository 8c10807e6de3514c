import { useMemo, useState } from 'react'
import { calendarOf, type Plan } from '#/booking/availability.ts'
import { type Busy, shownDays, slotsOn, whyNoSlots } from '#/booking/slots.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { Calendar } from '#/booking/web/Calendar.tsx'
import { CalendarLegend } from '#/booking/web/CalendarLegend.tsx'
import { canBeChosen, countDays, firstChoice } from '#/booking/web/days.ts'
import { type CalendarWords, reasonText } from '#/booking/web/words.ts'
import { type Day, formatDay } from '#/kernel/time.ts'
import css from './Preview.module.css'

type Props = {
  trade: SlotTrade
  plan: Plan
  busy: Busy[]
  listed: boolean
  isChanged: boolean
  words: CalendarWords
}

/** Shows the owners' view of the next 30 days, computed by the same engine as bookings. */
export default function Preview({ trade, plan, busy, listed, isChanged, words }: Props) {
  const [chosen, setChosen] = useState<Day | null>(null)
  const { days, slots } = useMemo(() => {
    const calendar = calendarOf(trade, plan, busy)
    const now = new Date()
    const list = shownDays(calendar, now)
    return {
      days: list,
      slots: (day: Day) => ({ free: slotsOn(calendar, day, now), reason: whyNoSlots(calendar, day, now) }),
    }
  }, [trade, plan, busy])
  const counts = useMemo(
    () => new Map(days.map(({ date }) => [date, slots(date).free.length])),
    [days, slots],
  )

  const stillThere = days.some(({ date, state }) => date === chosen && canBeChosen(state))
  const day = stillThere ? chosen : firstChoice(days)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shown = day && slots(day)
  return (
    <>
      <p className={css.summary} role="status">
        {total === 0
          ? 'No times to book.'
          : `${total} times on ${countDays(days).available} days${isChanged ? ', once you save' : ''}.`}
      </p>
      {!listed && (
        <p className={css.note}>
          Owners can’t find you as a {words.provider} at the moment. The top of this page says why.
        </p>
      )}
      <div className={css.calendar}>
        <Calendar
          label="What owners see"
          days={days}
          selected={day}
          onSelect={setChosen}
          countOn={(date) => counts.get(date) ?? 0}
        />
      </div>
      <CalendarLegend days={days} />
      {day && shown && (
        <section aria-label={`Times on ${formatDay(day)}`} className={css.times}>
          <h3>{formatDay(day)}</h3>
          {shown.free.length > 0 ? (
            <ul>
              {shown.free.map(({ startTime, endTime }) => (
                <li key={startTime + endTime}>
                  {startTime}-{endTime}
                </li>
              ))}
            </ul>
          ) : (
            <p>{shown.reason && shown.reason !== 'holiday' ? reasonText[shown.reason] : null}</p>
          )}
        </section>
      )}
    </>
  )
}
