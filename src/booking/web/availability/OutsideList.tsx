import { Link } from 'react-router'
import type { OutsideBooking } from '#/booking/availability-contract.ts'
import { clockOf, dayOf, formatDay, minuteOf } from '#/kernel/time.ts'
import css from './OutsideList.module.css'

const statusWords: Readonly<Record<string, string>> = { pending: 'Pending', confirmed: 'Confirmed' }

export function OutsideList({ bookings, timeZone }: { bookings: OutsideBooking[]; timeZone: string }) {
  const clock = (at: Date) => clockOf(minuteOf(at, timeZone))
  return (
    <>
      <ul className={css.list}>
        {bookings.map(({ id, startsAt, endsAt, status, ownerName, petName }) => (
          <li key={id}>
            <strong className="tabular">
              {formatDay(dayOf(startsAt, timeZone))}, {clock(startsAt)}
              {dayOf(new Date(endsAt.getTime() - 1), timeZone) === dayOf(startsAt, timeZone)
                ? '-'
                : ` to ${formatDay(dayOf(endsAt, timeZone))}, `}
              {clock(endsAt)}
            </strong>
            <span>{petName ? `${petName} · ${ownerName}` : ownerName}</span>
            <span
              className={css.status}
              style={{ background: `var(--status-${status}-soft)`, color: `var(--status-${status}-text)` }}
            >
              {statusWords[status] ?? status}
            </span>
          </li>
        ))}
      </ul>
      <p className={css.link}>
        <Link to="/appointments">Go to your appointments</Link>
      </p>
    </>
  )
}
