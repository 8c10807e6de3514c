import { useQuery } from '@tanstack/react-query'
import { weeksOf } from '#/booking/web/index.ts'
import { type Day, formatDay, zoneLabel } from '#/kernel/time.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { SitterCalendar } from '#/sitting/shapes.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import css from './RoomCalendar.module.css'

type State = SitterCalendar['days'][number]['state']

const meanings: Readonly<Record<State, string>> = {
  free: 'Has room',
  full: 'Fully booked',
  away: 'Away',
  closed: 'No hours',
}
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Shows the days on which a sitter has room; the search chooses the days. */
export function RoomCalendar({ sitterId, name }: { sitterId: string; name: string }) {
  const query = useQuery(sitting.query.calendar.queryOptions({ input: { id: sitterId } }))
  return (
    <Loaded query={query} what="the calendar">
      {({ days, timeZone }) => <Weeks days={days} timeZone={timeZone} name={name} />}
    </Loaded>
  )
}

function Weeks({ days, timeZone, name }: SitterCalendar & { name: string }) {
  const today = days[0]?.date
  const zone = zoneLabel(timeZone, ownZone(), new Date())
  return (
    <>
      <table className={css.weeks}>
        <caption className={css.spoken}>When {name} has room</caption>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week[0]?.date}>
              {week.map(({ date, state }) =>
                state === 'outside' ? (
                  <td key={date} />
                ) : (
                  <td key={date} data-state={state} aria-current={date === today ? 'date' : undefined}>
                    <time dateTime={date} className={css.day}>
                      {(date === today || date.endsWith('-01')) && (
                        <span className={css.month}>{monthOf(date)}</span>
                      )}
                      <span className={css.number}>{Number(date.slice(8))}</span>
                    </time>
                    <span className={css.spoken}>{meanings[state]}</span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={css.legend} aria-label="Legend">
        {shownIn(days).map((state) => (
          <li key={state}>
            <span data-state={state} /> {meanings[state]}
          </li>
        ))}
      </ul>
      {zone && <p className={css.zone}>Days are in {zone}.</p>}
    </>
  )
}

/** Sitters who can be asked for any time have no days without hours. */
const shownIn = (days: SitterCalendar['days']): State[] =>
  (Object.keys(meanings) as State[]).filter(
    (state) => state !== 'closed' || days.some((day) => day.state === state),
  )

const monthOf = (day: Day) => formatDay(day).split(' ')[2]
