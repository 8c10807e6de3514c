import css from './ChooseDay.module.css'

/** Has the calendar's height. */
export function CalendarSkeleton() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {Array.from({ length: 35 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that are all alike and never move
        <span key={cell} />
      ))}
    </div>
  )
}
