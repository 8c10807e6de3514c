import { Button, TextInput } from '@mantine/core'
import { noteLimits } from '#/care/rules.ts'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import css from './NoteForm.module.css'
import { emptyMedicine, type MedicineDraft } from './note-draft.ts'
import { useRowFocus } from './use-row-focus.ts'

type Props = {
  rows: readonly MedicineDraft[]
  problems: Problems<string>
  onChange(rows: MedicineDraft[]): void
}

const fields = [
  { name: 'name', label: 'Medicine', required: true, max: noteLimits.name },
  { name: 'form', label: 'Form', hint: 'tablet, syrup, drops', max: noteLimits.short },
  { name: 'strength', label: 'Strength', hint: '10 mg', max: noteLimits.short },
  { name: 'dose', label: 'Dose', required: true, hint: '1 tablet', max: noteLimits.name },
  { name: 'howOften', label: 'How often', required: true, hint: 'every 12 h', max: noteLimits.name },
  { name: 'days', label: 'Days', isNumber: true, max: 3 },
  { name: 'refills', label: 'Refills', isNumber: true, max: 2 },
] as const satisfies { name: keyof MedicineDraft; label: string; [more: string]: unknown }[]

export function MedicineRows({ rows, problems, onChange }: Props) {
  const { ref, focusLast, focusButton } = useRowFocus()
  const set = (key: number, part: Partial<MedicineDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <fieldset className={css.group} ref={ref}>
      <legend>Medicines</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a fieldset doesn't shrink
        <div key={row.key} className={css.row} role="group" aria-label={`Medicine ${index + 1}`} data-row>
          <div className={css.grid}>
            {fields.map((field) => {
              const id = `medicine ${row.key} ${field.name}`
              return (
                <div key={field.name} data-field={id}>
                  <TextInput
                    label={field.label}
                    required={'required' in field}
                    placeholder={'hint' in field ? field.hint : undefined}
                    inputMode={'isNumber' in field ? 'numeric' : 'text'}
                    maxLength={field.max}
                    autoComplete="off"
                    value={row[field.name]}
                    error={problems[id]}
                    onChange={({ currentTarget }) => set(row.key, { [field.name]: currentTarget.value })}
                  />
                </div>
              )
            })}
          </div>
          <div>
            <Button
              variant="subtle"
              aria-label={`Remove medicine ${index + 1}`}
              onClick={() => {
                onChange(rows.filter(({ key }) => key !== row.key))
                focusButton()
              }}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {rows.length < noteLimits.medicines && (
        <div>
          <Button
            variant="default"
            data-add
            onClick={() => {
              onChange([...rows, emptyMedicine()])
              focusLast()
            }}
          >
            {rows.length > 0 ? 'Add another medicine' : 'Add a medicine'}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
