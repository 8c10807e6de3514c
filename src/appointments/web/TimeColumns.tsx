import { type CalendarWords, ChooseDay, ChooseSlot, type useBookingTimes } from '#/booking/web/index.ts'
import css from './TimeColumns.module.css'

type Props = { times: ReturnType<typeof useBookingTimes>; words: CalendarWords }

/** Shows the days and times to which an appointment can be moved, side by side where there's room. */
export function TimeColumns({ times, words }: Props) {
  return (
    <div className={css.columns}>
      <section aria-labelledby="move-date">
        <h3 id="move-date">Date</h3>
        <ChooseDay times={times} words={words} canContact onPicked={() => undefined} />
      </section>
      <section aria-labelledby="move-time">
        <h3 id="move-time">Time</h3>
        <ChooseSlot times={times} words={words} />
      </section>
    </div>
  )
}
