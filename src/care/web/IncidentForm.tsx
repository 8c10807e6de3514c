import { NativeSelect, Textarea } from '@mantine/core'
import {
  type IncidentContent,
  type IncidentKind,
  incidentKinds,
  kindText,
  type Severity,
  severities,
  severityText,
} from '#/care/incidents.ts'
import { incidentLimits } from '#/care/rules.ts'
import { fieldText } from '#/care/text.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { problem } from '#/kernel/web/form/use-draft.ts'
import css from './NoteForm.module.css'
import { SaveRow } from './SaveRow.tsx'
import { type KeptDraftProps, useKeptDraft } from './use-kept-draft.ts'

type Props = KeptDraftProps<IncidentContent> & { button: string }

export const emptyIncident: IncidentContent = { kind: 'bite', severity: 'minor', happened: '', done: '' }

const texts = [
  {
    name: 'happened',
    label: 'What happened',
    hint: 'Describe what you saw, without guessing. The owner can read it.',
  },
  { name: 'done', label: 'What you did', hint: 'For the pet, for people, and what should happen next.' },
] as const

const problemsOf = ({ happened, done }: IncidentContent) => ({
  ...problem('happened', !happened.trim() && fieldText.required),
  ...problem('done', !done.trim() && fieldText.required),
})

export function IncidentForm(props: Props) {
  const { ref, draft, problems, edit, submit } = useKeptDraft(props, problemsOf)
  const isTouched = JSON.stringify(draft) !== JSON.stringify(props.start)

  return (
    <form ref={ref} className={form.form} onSubmit={submit} noValidate>
      <UnsavedChanges unsaved={isTouched} />
      <div className={css.grid}>
        <NativeSelect
          label="Kind"
          data={incidentKinds.map((kind) => ({ value: kind, label: kindText[kind] }))}
          value={draft.kind}
          onChange={({ currentTarget }) => edit({ kind: currentTarget.value as IncidentKind })}
        />
        <NativeSelect
          label="How serious"
          data={severities.map((one) => ({ value: one, label: severityText[one] }))}
          value={draft.severity}
          onChange={({ currentTarget }) => edit({ severity: currentTarget.value as Severity })}
        />
      </div>
      {texts.map(({ name, label, hint }) => (
        <div key={name} data-field={name}>
          <Textarea
            label={label}
            description={hint}
            required
            rows={4}
            resize="vertical"
            maxLength={incidentLimits.text}
            value={draft[name]}
            error={problems[name]}
            onChange={({ currentTarget }) => edit({ [name]: currentTarget.value })}
          />
        </div>
      ))}
      <SaveRow {...props} />
    </form>
  )
}
