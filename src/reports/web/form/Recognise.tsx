import { useState } from 'react'
import { without } from '#/kernel/record.ts'
import { RecordFields } from '#/kernel/web/form/FieldList.tsx'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import { BreedField } from '#/pets/web/index.ts'
import { looks } from '#/reports/fields.ts'
import css from './ReportForm.module.css'
import type { ReportDraft, ReportField } from './report-draft.ts'

type Props = {
  draft: ReportDraft
  problems: Problems<ReportField>
  change(part: Partial<ReportDraft>): void
}

type Look = keyof typeof looks
const names = Object.keys(looks) as Look[]
/** The number is asked for once somebody says that there is a chip. */
const counted = names.filter((name) => name !== 'microchip')
const withChip = without(looks, 'breed')
const withoutChip = without(withChip, 'microchip')

/** Asks for the pet's looks; all of it is optional. Unfolds if a field has a problem. */
export function Recognise({ draft, problems, change }: Props) {
  const [opened, setOpened] = useState(false)
  const count = counted.filter((name) => draft[name]).length
  return (
    <details
      className={css.more}
      open={opened || names.some((field) => problems[field])}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        How to recognise {draft.status === 'lost' ? 'your pet' : 'it'}
        <span>{count > 0 ? `${count} of ${counted.length} filled in` : 'Optional'}</span>
      </summary>
      <div className={css.fields}>
        <BreedField
          species={draft.species}
          breed={draft.breed}
          problem={problems.breed}
          onChange={({ breed }) => breed !== undefined && change({ breed })}
        />
        <RecordFields
          of={draft.hasChip === 'yes' ? withChip : withoutChip}
          draft={draft}
          problems={problems}
          onChange={change}
        />
      </div>
    </details>
  )
}
