import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { reasonLimit, rowLimit } from '#/booking/hours.ts'
import { ClockField } from './ClockField.tsx'
import css from './DayHours.module.css'
import { addedPause, type HoursProblems, type PauseDraft, rangeWords } from './hours-draft.ts'
import { Removed } from './Removed.tsx'

type Props = {
  /** The hours around the breaks, like '09:00–12:00'. */
  of: string
  breaks: PauseDraft[]
  problems: HoursProblems
  onChange(breaks: PauseDraft[]): void
}

export function Pauses({ of, breaks, problems, onChange }: Props) {
  const [removed, setRemoved] = useState<{ pause: PauseDraft; index: number } | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const focusBreak = (index: number) =>
    requestAnimationFrame(() =>
      region.current
        ?.querySelectorAll('[data-break]')
        [index]?.querySelector<HTMLInputElement>('input')
        ?.focus(),
    )
  const put = (changed: PauseDraft) =>
    onChange(breaks.map((pause) => (pause.key === changed.key ? changed : pause)))

  function add() {
    onChange([...breaks, addedPause()])
    focusBreak(breaks.length)
  }
  function remove(index: number) {
    setRemoved({ pause: breaks[index]!, index })
    onChange(breaks.filter((_, other) => other !== index))
  }
  function undo() {
    if (!removed) return
    onChange(breaks.toSpliced(removed.index, 0, removed.pause))
    setRemoved(null)
    focusBreak(removed.index)
  }

  return (
    <div ref={region} className={css.breaks}>
      {breaks.map((pause, index) => {
        const { key, start, end, reason } = pause
        return (
          <div key={key} className={css.fields} data-break={index}>
            <ClockField
              field={`${key} start`}
              label="Break from"
              value={start}
              problem={problems[`${key} start`]}
              onChange={(next) => put({ ...pause, start: next })}
            />
            <ClockField
              field={`${key} end`}
              label="Break until"
              isEnd
              value={end}
              problem={problems[`${key} end`]}
              onChange={(next) => put({ ...pause, end: next })}
            />
            <TextInput
              label="For (optional)"
              value={reason}
              maxLength={reasonLimit}
              autoComplete="off"
              onChange={(event) => put({ ...pause, reason: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              color="gray"
              className={css.remove}
              aria-label={`Remove the break ${rangeWords(pause)}`}
              onClick={() => remove(index)}
            >
              Remove
            </Button>
          </div>
        )
      })}
      {removed && <Removed what={`The break ${rangeWords(removed.pause)}`} onUndo={undo} />}
      {breaks.length < rowLimit && (
        <Button variant="subtle" className={css.add} onClick={add} aria-label={`Add a break in ${of}`}>
          Add a break
        </Button>
      )}
    </div>
  )
}
