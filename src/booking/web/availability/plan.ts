import type { Plan } from '#/booking/availability.ts'
import type { Availability } from '#/booking/availability-contract.ts'
import { isDay } from '#/kernel/time.ts'
import { type DateEdit, dateOf } from './date-form.ts'
import { type HolidayEdit, holidayOf } from './holiday-form.ts'
import { type SettingsDraft, settingsOf } from './settings.ts'
import { type WeekDraft, weekOf } from './week.ts'

type Drafts = {
  week: WeekDraft
  settings: SettingsDraft
  date: Pick<DateEdit, 'opened' | 'draft'>
  holiday: Pick<HolidayEdit, 'opened' | 'draft'>
}

/** Returns the calendar as it would be if all forms were saved, without half-typed rows. */
export function planOf(saved: Availability, { week, settings, date, holiday }: Drafts): Plan {
  const changed = date.opened && isDay(date.draft.date) ? dateOf(date.draft) : null
  const added = holiday.opened ? holidayOf(holiday.draft) : null
  const isHoliday = added && isDay(added.startDate) && isDay(added.endDate)
  return {
    settings: settingsOf(settings, saved.settings),
    week: { days: weekOf(week) },
    dates: changed ? [...saved.dates.filter((entry) => entry.date !== changed.date), changed] : saved.dates,
    holidays: isHoliday ? [...saved.holidays, added] : saved.holidays,
  }
}
