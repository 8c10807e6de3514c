import { Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Weekday } from '#/kernel/time.ts'
import css from './CopyDay.module.css'
import { weekdayName } from './weekday-name.ts'

type Props = { name: string; others: readonly Weekday[]; onCopy(to: Weekday[]): void }

export function CopyDay({ name, others, onCopy }: Props) {
  const [chosen, setChosen] = useState<Weekday[] | null>(null)
  const [copied, setCopied] = useState('')
  const opener = useRef<HTMLButtonElement>(null)

  function close() {
    setChosen(null)
    requestAnimationFrame(() => opener.current?.focus())
  }
  function copy() {
    if (!chosen || chosen.length === 0) return
    onCopy(chosen)
    setCopied(`Copied to ${chosen.map(weekdayName).join(', ')}`)
    close()
  }
  if (!chosen)
    return (
      <div className={css.closed}>
        <Button
          ref={opener}
          variant="subtle"
          className={css.open}
          aria-label={`Copy to other days: ${name}’s hours`}
          onClick={() => {
            setCopied('')
            setChosen([])
          }}
        >
          Copy to other days
        </Button>
        <span role="status">{copied}</span>
      </div>
    )
  return (
    <fieldset className={css.panel}>
      <legend>Copy {name} to</legend>
      <div className={css.days}>
        {others.map((day, index) => (
          <Checkbox
            key={day}
            label={weekdayName(day)}
            data-autofocus={index === 0 || undefined}
            checked={chosen.includes(day)}
            classNames={{ body: css.box, label: css.label }}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked ? [...chosen, day] : chosen.filter((other) => other !== day),
              )
            }
          />
        ))}
      </div>
      <div className={css.actions}>
        <Button onClick={copy} aria-disabled={chosen.length === 0}>
          Copy
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
