import { Button } from '@mantine/core'
import type { Day } from '#/kernel/time.ts'
import { Calendar } from './Calendar.tsx'
import { CalendarLegend } from './CalendarLegend.tsx'
import { CalendarSkeleton } from './CalendarSkeleton.tsx'
import css from './ChooseDay.module.css'
import { DayStepper } from './DayStepper.tsx'
import { countDays } from './days.ts'
import { InfoIcon } from './icons.tsx'
import type { BookingTimes } from './use-booking-times.ts'
import type { CalendarWords } from './words.ts'

type Props = {
  times: BookingTimes
  words: CalendarWords
  /** True if the owner can call or message the provider. */
  canContact: boolean
  /** Called when a day is picked in the grid itself. */
  onPicked?: () => void
}

/** Shows the calendar with its messages: loading, failed, holidays, no dates at all. */
export function ChooseDay({ times, words, canContact, onPicked }: Props) {
  const { days, list, day, selectDay, prefetchDay, present } = times
  const pick = (next: Day) => {
    selectDay(next)
    onPicked?.()
  }
  const counts = countDays(list)
  const nothing = list.length > 0 && counts.available + counts.full === 0
  const allHolidays = nothing && days.data?.onlyHolidays === true
  return (
    <div className={css.days}>
      {days.data ? (
        <>
          {!nothing && <DayStepper days={list} selected={day} onSelect={selectDay} onIntent={prefetchDay} />}
          <div className={css.frame}>
            <div inert={nothing} className={css.bleed}>
              <Calendar
                label="Date"
                days={list}
                selected={day}
                onSelect={pick}
                onIntent={prefetchDay}
                present={present?.date}
              />
            </div>
            {nothing && (
              <div className={css.overlay}>
                <div>
                  <p>{allHolidays ? 'All available dates are holidays' : 'No available dates found'}</p>
                  <p>
                    {words.isOwn
                      ? 'You have no free times in the next 30 days.'
                      : !allHolidays
                        ? whyNone(counts, words)
                        : canContact
                          ? `Please contact the ${words.provider} directly.`
                          : `Please look again later, or choose another ${words.provider}.`}
                  </p>
                </div>
              </div>
            )}
          </div>
          <CalendarLegend days={list} present={list.some(({ date }) => date === present?.date)} />
        </>
      ) : (
        !days.isError && <CalendarSkeleton />
      )}
      {counts.holiday > 0 && !words.isOwn && (
        <p className={css.banner}>
          <InfoIcon />
          <span>
            This {words.provider} has {counts.holiday} holiday(s) in the next 30 days. Holiday dates are not
            available for booking.
          </span>
        </p>
      )}
      <div role="status" className={css.notice}>
        {notice(times, words, { nothing, allHolidays, canContact })}
      </div>
      {days.isError && !days.data && (
        <div className={css.failed}>
          <p>Failed to load available dates. Please try again.</p>
          <Button variant="default" onClick={() => days.refetch()} loading={days.isFetching}>
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

function whyNone(counts: ReturnType<typeof countDays>, { provider }: CalendarWords): string {
  if (counts.over > 0) return 'There are no times left in the next 30 days.'
  return `The ${provider} has not set their availability`
}

function notice(
  { days, holiday, list }: BookingTimes,
  { provider, holiday: sentence, isOwn }: CalendarWords,
  { nothing, allHolidays, canContact }: { nothing: boolean; allHolidays: boolean; canContact: boolean },
) {
  if (days.isPending) return 'Loading available dates and checking holidays...'
  if (nothing) {
    if (isOwn) return 'You have no free times in the next 30 days.'
    const what = allHolidays
      ? `All available dates for this ${provider} are holidays.`
      : `This ${provider} has no available dates in the next 30 days.`
    return `${what} Please try again later or ${canContact ? 'contact them directly' : `choose another ${provider}`}.`
  }
  if (holiday)
    return sentence ?? `The selected date is a holiday for this ${provider}. Please choose another date.`
  if (list.length > 0 && countDays(list).available === 0)
    return 'There are no times left in the next 30 days. Please look again later.'
  return null
}
