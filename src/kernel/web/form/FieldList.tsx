import { Textarea, TextInput } from '@mantine/core'
import { ChoiceField } from './ChoiceField.tsx'
import css from './FieldList.module.css'
import type { FieldDraft, FieldGroup, FieldSpec } from './field-list.ts'
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

type FieldProps = {
  field: FieldSpec
  value: FieldDraft[string]
  problem: string | undefined
  onChange(value: FieldDraft[string]): void
}

function Field({ field, value, problem, onChange }: FieldProps) {
  if (field.kind === 'one' || field.kind === 'some') {
    return (
      <ChoiceField field={field} value={value as string | string[]} problem={problem} onChange={onChange} />
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
        <Textarea {...common} autosize={false} rows={5} autoComplete="off" />
      ) : (
        <TextInput {...common} {...typing(field)} />
      )}
    </div>
  )
}

/** Chooses a phone's keyboard and what the browser may fill in. */
function typing(field: Exclude<FieldSpec, { kind: 'lines' | 'one' | 'some' | 'yes' }>) {
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
      const capitals = field.capitals ? ({ autoCapitalize: 'characters', spellCheck: false } as const) : {}
      return { autoComplete: field.autoComplete ?? 'off', ...capitals }
    }
  }
}
