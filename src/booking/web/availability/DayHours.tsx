import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { rowLimit } from '#/booking/hours.ts'
import { tooShortForHours, tooShortForSession } from '#/booking/text.ts'
import { isBySession, isBySlot, type Trade } from '#/booking/trades.ts'
import { ClockField } from './ClockField.tsx'
import css from './DayHours.module.css'
import { addedRange, type HoursProblems, type RangeDraft, rangeWords, renewed } from './hours-draft.ts'
import { Pauses } from './Pauses.tsx'
import { Removed } from './Removed.tsx'

type Props = {
  /** The day, like 'Monday'. */
  name: string
  /** Identifies the problem of a day without hours. */
  dayKey: string
  trade: Trade
  ranges: RangeDraft[]
  problems: HoursProblems
  onChange(ranges: RangeDraft[]): void
  children?: ReactNode
}

/** Edits the hours of one day, row by row, each with its breaks. Removing a row can be undone. */
export function DayHours({ name, dayKey, trade, ranges, problems, onChange, children }: Props) {
  const [removed, setRemoved] = useState<{ range: RangeDraft; index: number } | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const missing = problems[`${dayKey} hours`]

  const focusRow = (index: number) =>
    requestAnimationFrame(() =>
      region.current?.querySelectorAll('fieldset')[index]?.querySelector('input')?.focus(),
    )
  const put = (changed: RangeDraft) =>
    onChange(ranges.map((range) => (range.key === changed.key ? changed : range)))

  function add() {
    onChange([...ranges, addedRange(ranges, trade)])
    focusRow(ranges.length)
  }
  function remove(index: number) {
    setRemoved({ range: ranges[index]!, index })
    onChange(ranges.filter((_, other) => other !== index))
  }
  function undo() {
    if (!removed) return
    const { range, index } = removed
    const isTaken = ranges.some(({ key }) => key === range.key)
    onChange(ranges.toSpliced(index, 0, isTaken ? renewed(range) : range))
    setRemoved(null)
    focusRow(index)
  }

  return (
    <div ref={region} className={css.hours}>
      {ranges.map((range, index) => (
        <Row
          key={range.key}
          legend={ranges.length > 1 ? `${name}, hours ${index + 1}` : `${name}, hours`}
          range={range}
          tooShort={isBySession(trade) ? tooShortForSession : isBySlot(trade) ? null : tooShortForHours}
          problems={problems}
          onChange={put}
          onRemove={() => remove(index)}
        />
      ))}
      {removed && <Removed what={rangeWords(removed.range)} onUndo={undo} />}
      {missing && (
        <p role="alert" className={css.problem}>
          {missing}
        </p>
      )}
      <div data-field={`${dayKey} hours`} className={css.more}>
        {ranges.length < rowLimit && (
          <Button variant="default" onClick={add} aria-label={`Add hours on ${name}`}>
            Add hours
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

type RowProps = {
  legend: string
  range: RangeDraft
  /** The problem of hours that are too short, in trades without a slot length; null in the others. */
  tooShort: string | null
  problems: HoursProblems
  onChange(range: RangeDraft): void
  onRemove(): void
}

function Row({ legend, range, tooShort, problems, onChange, onRemove }: RowProps) {
  const { key, start, end, slot, breaks } = range
  return (
    <fieldset className={css.row}>
      <legend className={css.spoken}>{legend}</legend>
      <div className={css.fields}>
        <ClockField
          field={`${key} start`}
          label="Start"
          value={start}
          problem={problems[`${key} start`]}
          onChange={(next) => onChange({ ...range, start: next })}
        />
        <ClockField
          field={`${key} end`}
          label="End"
          isEnd
          value={end}
          problem={problems[`${key} end`] ?? ((problems[`${key} slot`] && tooShort) || undefined)}
          onChange={(next) => onChange({ ...range, end: next })}
        />
        {tooShort === null && (
          <div data-field={`${key} slot`}>
            <TextInput
              label="Slot, minutes"
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              value={slot}
              error={problems[`${key} slot`]}
              onChange={(event) => onChange({ ...range, slot: event.currentTarget.value })}
            />
          </div>
        )}
        <Button
          variant="subtle"
          color="gray"
          className={css.remove}
          aria-label={`Remove ${rangeWords(range)}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <Pauses
        of={rangeWords(range)}
        breaks={breaks}
        problems={problems}
        onChange={(next) => onChange({ ...range, breaks: next })}
      />
    </fieldset>
  )
}
