import { useMemo, useState } from 'react'
import { calendarOf, type Plan } from '#/booking/availability.ts'
import { isClosedDay, openTimesOn } from '#/booking/coverage.ts'
import {
  type Busy,
  type Calendar as Hours,
  shownDays,
  slotsOn,
  WINDOW_DAYS,
  whyNoSlots,
} from '#/booking/slots.ts'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import { Calendar } from '#/booking/web/Calendar.tsx'
import { CalendarLegend } from '#/booking/web/CalendarLegend.tsx'
import { canBeChosen, countDays, firstChoice } from '#/booking/web/days.ts'
import { type CalendarWords, reasonText } from '#/booking/web/words.ts'
import { type Day, dayOf, daysFrom, formatDay } from '#/kernel/time.ts'
import css from './Preview.module.css'

type Props = {
  trade: Trade
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
    if (!isBySlot(trade)) return openDaysOf(calendar, now)
    return {
      days: shownDays(calendar, now),
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
          : `${isBySlot(trade) ? `${total} times` : 'Hours'} on ${countDays(days).available} days${isChanged ? ', once you save' : ''}.`}
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
          {...(isBySlot(trade) && { countOn: (date: Day) => counts.get(date) ?? 0 })}
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

/** Returns the hours of each day, for trades in which owners ask for any time within them. */
function openDaysOf(calendar: Hours, now: Date) {
  const free = (day: Day) => openTimesOn(calendar, day)
  const days = daysFrom(dayOf(now, calendar.timeZone), WINDOW_DAYS).map((date) => {
    const closed = isClosedDay(calendar, date) ? ('holiday' as const) : ('closed' as const)
    return { date, state: free(date).length > 0 ? ('available' as const) : closed }
  })
  return { days, slots: (day: Day) => ({ free: free(day), reason: null }) }
}
