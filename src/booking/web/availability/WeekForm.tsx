import type { SyntheticEvent } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { sessionTimes } from '#/booking/sessions.ts'
import { isBySession, isBySlot, type Trade } from '#/booking/trades.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { booking } from './booking.ts'
import { DayCard } from './DayCard.tsx'
import css from './Editor.module.css'
import { OutsideDialogOnDemand } from './OutsideDialogOnDemand.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { Edit } from './use-edit.ts'
import { useFormSave } from './use-form-save.ts'
import { copyDay, hasUsualHours, type WeekDraft, weekOf, withKnownIds } from './week.ts'

type Props = { trade: Trade; saved: Availability; edit: Edit<WeekDraft> }

export function WeekForm({ trade, saved, edit }: Props) {
  const { ref, draft, version, problems, isChanged, change, check } = edit
  const save = useFormSave(booking.call.saveWeek, edit, {
    told: 'Your weekly hours are saved.',
    versionIn: ({ week }) => week.version,
  })

  function submit(event: SyntheticEvent) {
    if (!check(event) || save.isBusy) return
    const known = saved.week.days.flatMap(({ ranges }) => ranges)
    const days = weekOf(draft).map((day) => ({ ...day, ranges: withKnownIds(day.ranges, known) }))
    save.save({ trade, days, version })
  }

  return (
    <form ref={ref} className={css.section} onSubmit={submit} noValidate aria-labelledby="weekly-hours">
      <h2 id="weekly-hours">Weekly hours</h2>
      <p className={css.lead}>{leadFor(trade, saved)}</p>
      {WEEKDAYS.map((day) => (
        <DayCard
          key={day}
          day={day}
          trade={trade}
          draft={draft[day]}
          version={saved.week.version}
          closed={isOpenWithoutHours(trade, draft) ? 'Any time' : undefined}
          problems={problems}
          onChange={(next) => change({ ...draft, [day]: next })}
          onCopy={(to) => change(copyDay(draft, day, to))}
        />
      ))}
      <SaveBar save={save} label="Save weekly hours" isChanged={isChanged} />
      <OutsideDialogOnDemand save={save} timeZone={saved.settings.timeZone} />
    </form>
  )
}

/** Owners can ask a sitter for any time until the week has hours. */
const isOpenWithoutHours = (trade: Trade, draft: WeekDraft): boolean =>
  !isBySlot(trade) && WEEKDAYS.every((day) => draft[day].ranges.length === 0)

function leadFor(trade: Trade, { week }: Availability): string {
  if (!isBySlot(trade))
    return week.days.every(({ ranges }) => ranges.length === 0)
      ? 'You haven’t set any hours, so owners can ask you for any time. Once you save hours, days without them are closed for walks, day care, drop-off and pick-up.'
      : 'Owners ask for walks and day care within your hours, except in breaks. Stays are dropped off and picked up in them, and may go on through closed weekdays.'
  if (!isBySession(trade))
    return 'We offer the time from start to end in slots, except in breaks. An end at 00:00 means midnight.'
  const times = `${sessionTimes[0]} to ${sessionTimes.at(-1)}`
  return hasUsualHours(week, trade)
    ? `Until you change these hours, you offer times every day from ${times}. To stop bookings, add a holiday. Packages you’ve sold stay valid meanwhile, but a holiday doesn’t extend them.`
    : `Owners book sessions within your hours, except in breaks. Only times from ${times} are offered, in half hours.`
}
