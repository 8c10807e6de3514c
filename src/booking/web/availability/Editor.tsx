import type { ReactNode } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import type { CalendarWords } from '#/booking/web/words.ts'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { Dates } from './Dates.tsx'
import { useDateForm } from './date-form.ts'
import css from './Editor.module.css'
import { Holidays } from './Holidays.tsx'
import { useHolidayForm } from './holiday-form.ts'
import { OutsideList } from './OutsideList.tsx'
import { outsideWords } from './outside-words.ts'
import { planOf } from './plan.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { useSettings } from './settings.ts'
import { WeekForm } from './WeekForm.tsx'
import { useWeek } from './week.ts'

const preview = onDemand(() => import('./Preview.tsx'))

export type EditorProps = {
  trade: Trade
  words: CalendarWords
  saved: Availability
  /** The trade's own booking rules, instead of time zone, notice and buffer. */
  rules?: ReactNode
}

/** Shows all settings of a calendar, beside a preview of the owners' view. */
export default function Editor({ trade, words, saved, rules }: EditorProps) {
  const week = useWeek(saved, trade)
  const settings = useSettings(saved)
  const date = useDateForm(saved, trade)
  const holiday = useHolidayForm(saved)
  const Preview = useOnDemand(preview)
  const plan = planOf(saved, { week: week.draft, settings: settings.draft, date, holiday })
  const isChanged = [week, settings, date, holiday].some((part) => part.isChanged)
  const { outside } = saved
  const notice = outsideWords(outside.length)

  return (
    <div className={css.editor}>
      {outside.length > 0 && (
        <details className={css.outside}>
          <summary>
            <strong>{notice.title}</strong> {notice.rest}
          </summary>
          <OutsideList bookings={outside} timeZone={saved.settings.timeZone} />
        </details>
      )}
      {/* Beside the forms if there is room; on a phone below them. */}
      <a className={css.jump} href="#what-owners-see">
        Preview what owners see
      </a>
      <div className={css.columns}>
        <div className={css.forms}>
          <WeekForm trade={trade} saved={saved} edit={week} />
          <Dates trade={trade} saved={saved} form={date} />
          <Holidays trade={trade} saved={saved} form={holiday} />
          {isBySlot(trade) ? <SettingsForm trade={trade} saved={saved} edit={settings} /> : rules}
        </div>
        <section className={css.preview} aria-labelledby="what-owners-see">
          <h2 id="what-owners-see" tabIndex={-1}>
            What owners see, next 30 days
          </h2>
          {Preview ? (
            <Preview
              trade={trade}
              plan={plan}
              busy={saved.busy}
              listed={saved.listed}
              isChanged={isChanged}
              words={words}
            />
          ) : (
            <div className={css.waiting} role="status" aria-label="Loading the preview" />
          )}
        </section>
      </div>
      <UnsavedChanges unsaved={isChanged} />
    </div>
  )
}
