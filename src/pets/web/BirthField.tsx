import { TextInput } from '@mantine/core'
import { useId } from 'react'
import field from '#/kernel/web/form/field.module.css'
import css from './BirthField.module.css'
import type { BirthDraft } from './birth-draft.ts'
import { DayField } from './DayField.tsx'
import { Segments } from './Segments.tsx'
import { today } from './today.ts'

type Props = { birth: BirthDraft; problem: string | undefined; onChange(birth: BirthDraft): void }

const ways = [
  { value: 'date', label: 'Date of birth' },
  { value: 'age', label: 'Age' },
] as const

export function BirthField({ birth, problem, onChange }: Props) {
  const problemId = useId()
  const change = (part: Partial<BirthDraft>) => onChange({ ...birth, ...part })
  const described = { 'aria-describedby': problem && problemId, 'aria-invalid': problem ? true : undefined }
  return (
    <div className={css.birth}>
      <Segments
        legend="What do you know?"
        value={birth.by}
        options={ways}
        onChange={(by) => change({ by })}
      />
      {birth.by === 'date' ? (
        <DayField
          name="birth"
          label="Date of birth"
          value={birth.date}
          problem={problem}
          max={today()}
          onChange={(date) => change({ date })}
        />
      ) : (
        <div data-field="birth">
          <div className={css.age}>
            {(['years', 'months'] as const).map((unit) => (
              <TextInput
                key={unit}
                label={unit === 'years' ? 'Years' : 'Months'}
                inputMode="numeric"
                autoComplete="off"
                value={birth[unit]}
                onChange={(event) => change({ [unit]: event.currentTarget.value })}
                {...described}
              />
            ))}
          </div>
          {problem ? (
            <p id={problemId} className={field.problem}>
              {problem}
            </p>
          ) : (
            <p className={field.hint}>A guess is fine. We’ll show it as “about”.</p>
          )}
        </div>
      )}
    </div>
  )
}
