import { Textarea, TextInput } from '@mantine/core'
import type { Fields, Kind } from '#/kernel/record.ts'
import { ChoiceField } from './ChoiceField.tsx'
import css from './FieldList.module.css'
import { type Draft, type FieldDraft, type FieldGroup, type FieldSpec, specsOf } from './field-list.ts'
import type { Problems } from './use-draft.ts'
import { YesField } from './YesField.tsx'

type Props = {
  groups: readonly FieldGroup[]
  draft: FieldDraft
  problems: Problems<string>
  onChange(part: FieldDraft): void
}

export function FieldList({ groups, draft, problems, onChange }: Props) {
  return groups.map(({ title, fields }) => {
    const drawn = fields.map((field) => (
      <Field
        key={field.name}
        field={field}
        value={draft[field.name]!}
        problem={problems[field.name]}
        onChange={(value) => onChange({ [field.name]: value })}
      />
    ))
    if (!title) return drawn
    return (
      <section key={title} className={css.group} aria-label={title}>
        <h2>{title}</h2>
        {drawn}
      </section>
    )
  })
}

type RecordProps<Own extends Fields> = {
  of: Own
  draft: Draft<Own>
  problems: Problems<keyof Own & string>
  onChange(part: Partial<Draft<Own>>): void
}

/** Draws fields of a record, in their order, where a form is arranged by hand. */
export function RecordFields<Own extends Fields>({ of, draft, problems, onChange }: RecordProps<Own>) {
  return specsOf(of).map((field) => (
    <Field
      key={field.name}
      field={field}
      value={draft[field.name] as FieldDraft[string]}
      problem={problems[field.name]}
      onChange={(value) => onChange({ [field.name]: value } as Partial<Draft<Own>>)}
    />
  ))
}

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** Returns the options of a choice, with the one that leaves it open. */
function offered(field: Extract<Kind, { kind: 'one' | 'some' | 'maybe' }>) {
  if (field.kind === 'some') return { kind: field.kind, options: field.options }
  const options = field.kind === 'maybe' ? yesOrNo : field.options
  const open = field.unset === undefined ? [] : [{ value: '', label: field.unset }]
  return { kind: 'one' as const, options: [...options, ...open] }
}

type FieldProps = {
  field: FieldSpec
  value: FieldDraft[string]
  problem: string | undefined
  onChange(value: FieldDraft[string]): void
}

function Field({ field, value, problem, onChange }: FieldProps) {
  if (field.kind === 'one' || field.kind === 'some' || field.kind === 'maybe') {
    const choice = { ...field, ...offered(field) }
    return (
      <ChoiceField field={choice} value={value as string | string[]} problem={problem} onChange={onChange} />
    )
  }
  if (field.kind === 'yes') {
    return <YesField field={field} value={value === true} problem={problem} onChange={onChange} />
  }
  const common = {
    label: field.label,
    description: field.hint,
    required: field.required,
    value: value as string,
    error: problem,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  return (
    <div data-field={field.name}>
      {field.kind === 'lines' ? (
        <Textarea {...common} autosize={false} rows={field.rows ?? 5} autoComplete="off" />
      ) : (
        <TextInput {...common} {...typing(field)} />
      )}
    </div>
  )
}

/** Chooses a phone's keyboard and what the browser may fill in. */
function typing(field: Exclude<FieldSpec, { kind: 'lines' | 'one' | 'some' | 'yes' | 'maybe' }>) {
  switch (field.kind) {
    case 'phone':
      return {
        type: 'tel',
        inputMode: 'tel',
        autoComplete: 'tel',
        classNames: { wrapper: css.short },
      } as const
    case 'amount':
      return {
        inputMode: 'decimal',
        autoComplete: 'off',
        leftSection: '₹',
        classNames: { wrapper: css.short },
      } as const
    case 'whole':
      return {
        inputMode: 'numeric',
        autoComplete: 'off',
        classNames: { wrapper: css.short },
        rightSection: field.unit,
      } as const
    case 'line': {
      const { inputMode, autoComplete = 'off' } = field
      const capitals = field.capitals ? ({ autoCapitalize: 'characters', spellCheck: false } as const) : {}
      const keyboard = inputMode ? { inputMode, ...(inputMode === 'tel' && { type: inputMode }) } : {}
      return { autoComplete, ...capitals, ...keyboard }
    }
  }
}
