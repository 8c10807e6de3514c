import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import { BreedField } from '#/pets/web/index.ts'
import { reportLimits, sizes } from '#/reports/rules.ts'
import { sizeText } from '#/reports/text.ts'
import css from './ReportForm.module.css'
import type { ReportDraft, ReportField } from './report-draft.ts'

type Props = {
  draft: ReportDraft
  problems: Problems<ReportField>
  change(part: Partial<ReportDraft>): void
}

const choice = <Value extends string>(
  name: string,
  label: string,
  options: readonly { value: Value; label: string }[],
) => ({ kind: 'one' as const, name, label, options })

const sexField = choice('sex', 'Sex', [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: '', label: 'Not known' },
])
const sizeField = choice('size', 'Size', [
  ...sizes.map((value) => ({ value, label: sizeText[value] })),
  { value: '' as const, label: 'Not known' },
])
const chipField = choice('chip', 'Microchip', [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: '', label: 'Not known' },
])

const fields = ['breed', 'colours', 'marks', 'collar', 'microchip'] as const

/** Asks for the pet's looks; all of it is optional. Unfolds if a field has a problem. */
export function Recognise({ draft, problems, change }: Props) {
  const [opened, setOpened] = useState(false)
  const filled = [draft.breed, draft.sex, draft.size, draft.colours, draft.marks, draft.collar, draft.chip]
  const count = filled.filter(Boolean).length
  return (
    <details
      className={css.more}
      open={opened || fields.some((field) => problems[field])}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        How to recognise {draft.status === 'lost' ? 'your pet' : 'it'}
        <span>{count > 0 ? `${count} of 7 filled in` : 'Optional'}</span>
      </summary>
      <div className={css.fields}>
        <BreedField
          species={draft.species}
          breed={draft.breed}
          problem={problems.breed}
          onChange={({ breed }) => breed !== undefined && change({ breed })}
        />
        <ChoiceField
          field={sexField}
          value={draft.sex}
          problem={undefined}
          onChange={(sex) => change({ sex: sex as ReportDraft['sex'] })}
        />
        <ChoiceField
          field={sizeField}
          value={draft.size}
          problem={undefined}
          onChange={(size) => change({ size: size as ReportDraft['size'] })}
        />
        <div data-field="colours">
          <TextInput
            label="Colours"
            autoComplete="off"
            maxLength={reportLimits.colours}
            value={draft.colours}
            error={problems.colours}
            onChange={(event) => change({ colours: event.currentTarget.value })}
          />
        </div>
        <div data-field="marks">
          <Textarea
            label="Marks"
            description="Spots, scars, a nick in an ear. Keep one mark back for the next section."
            rows={2}
            maxLength={reportLimits.marks}
            value={draft.marks}
            error={problems.marks}
            onChange={(event) => change({ marks: event.currentTarget.value })}
          />
        </div>
        <div data-field="collar">
          <TextInput
            label="Collar or harness"
            autoComplete="off"
            maxLength={reportLimits.collar}
            value={draft.collar}
            error={problems.collar}
            onChange={(event) => change({ collar: event.currentTarget.value })}
          />
        </div>
        <ChoiceField
          field={chipField}
          value={draft.chip}
          problem={undefined}
          onChange={(chip) => change({ chip: chip as ReportDraft['chip'] })}
        />
        {draft.chip === 'yes' && (
          <div data-field="microchip">
            <TextInput
              label="Microchip number (optional)"
              description="15 digits. We never show it."
              inputMode="numeric"
              autoComplete="off"
              value={draft.microchip}
              error={problems.microchip}
              onChange={(event) => change({ microchip: event.currentTarget.value })}
            />
          </div>
        )}
      </div>
    </details>
  )
}
