import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isBySession, type SlotTrade } from '#/booking/trades.ts'
import { formatDay } from '#/kernel/time.ts'
import { ChooseSession } from './ChooseSession.tsx'
import { canBeChosen, nearestAvailable } from './days.ts'
import { SlotGrid } from './SlotGrid.tsx'
import css from './Slots.module.css'
import type { BookingTimes } from './use-booking-times.ts'
import { WaitForDay } from './WaitForDay.tsx'
import { type CalendarWords, reasonText } from './words.ts'

const onHoliday = 'The selected date is marked as a holiday'

type Props = {
  times: BookingTimes
  words: CalendarWords
  /** The provider; full days then have a waitlist. */
  waitFor?: { trade: SlotTrade; providerId: string }
}

/** Shows the chosen day's slots in each of their states. Screen readers announce changes. */
export function ChooseSlot({ times, words, waitFor }: Props) {
  const { day, slot, slots, selectSlot, present } = times
  return (
    <div>
      <div role="status" className={css.spoken}>
        {spoken(times, words)}
      </div>
      {slots.data && day && slots.data.slots.length > 0 ? (
        waitFor && isBySession(waitFor.trade) ? (
          <ChooseSession
            // A new length starts anew, so that sessions which drop out aren't announced as taken.
            key={times.minutes}
            day={formatDay(day)}
            sessions={slots.data.slots}
            selected={slot}
            onSelect={selectSlot}
          />
        ) : (
          <SlotGrid
            label={`Time on ${formatDay(day)}`}
            slots={slots.data.slots}
            selected={slot}
            present={present?.date === day ? present : null}
            onSelect={selectSlot}
          />
        )
      ) : (
        <NoSlots times={times} words={words} waitFor={waitFor} />
      )}
    </div>
  )
}

function NoSlots({ times, words, waitFor }: Props) {
  const { days, day, list, slots, holiday, selectDay } = times
  if (days.isError && !days.data) return <State title="Times appear here once the dates are loaded." />
  if (day === null) {
    if (holiday) return <State title={`${words.title} is Not Available`}>{words.holiday ?? onHoliday}</State>
    if (days.isPending) return <LoadingSlots />
    return list.some(({ state }) => canBeChosen(state)) ? (
      <State title="Choose a date">Free times appear here.</State>
    ) : (
      <State title="No times to choose from" />
    )
  }
  if (slots.data) {
    const { reason } = slots.data
    const next = nearestAvailable(list, day, 1) ?? nearestAvailable(list, day, -1)
    return (
      <State
        title="No available slots for this date"
        action={
          <>
            {waitFor && reason === 'booked' && (
              <WaitForDay key={day} provider={waitFor} day={day} onFree={times.lookAgain} />
            )}
            {next && (
              <Button variant="default" onClick={() => selectDay(next)}>
                Go to {formatDay(next)}
              </Button>
            )}
          </>
        }
      >
        {reason && reason !== 'holiday' ? reasonText[reason] : null}
      </State>
    )
  }
  if (slots.isError)
    return (
      <State
        title="Failed to load available time slots."
        action={
          <Button variant="default" onClick={() => slots.refetch()} loading={slots.isFetching}>
            Retry
          </Button>
        }
      />
    )
  return <LoadingSlots />
}

function State({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.state}>
      <p>{title}</p>
      {children && <p>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}

function LoadingSlots() {
  return (
    <div>
      <p className={css.part}>Loading available time slots...</p>
      <div className={css.grid} aria-hidden="true">
        {Array.from({ length: 12 }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells that are all alike and never move
          <span key={cell} className={css.waiting} />
        ))}
      </div>
    </div>
  )
}

/** Announces changes briefly; otherwise a screen reader would read the whole grid. */
function spoken(
  { day, slots, holiday }: BookingTimes,
  { title, holiday: sentence }: CalendarWords,
): string | null {
  if (holiday && day === null) return `${title} is Not Available. ${sentence ?? onHoliday}`
  if (day === null) return null
  if (!slots.data) return slots.isFetching ? 'Loading available time slots...' : null
  const count = new Set(slots.data.slots.map(({ startTime }) => startTime)).size
  if (count === 0) return 'No available slots for this date'
  return `${count === 1 ? '1 time' : `${count} times`} on ${formatDay(day)}`
}
