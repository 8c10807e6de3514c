import css from './Calendar.module.css'
import { type BookingDay, countDays } from './days.ts'

export function CalendarLegend({ days, present }: { days: readonly BookingDay[]; present?: boolean }) {
  return (
    <ul className={css.legend} aria-label="Legend">
      <li>
        <span className={css.available} /> Available
      </li>
      <li>
        <span className={css.holiday} /> Holiday (Unavailable)
      </li>
      {countDays(days).full > 0 && (
        <li>
          <span className={css.full} /> Fully booked
        </li>
      )}
      {present && (
        <li>
          <span className={css.present} /> Your appointment now
        </li>
      )}
    </ul>
  )
}
