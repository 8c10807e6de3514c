import { noteLimits } from '#/care/rules.ts'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import { NoteRows, type RowText, RowTexts } from './NoteRows.tsx'
import { emptyMedicine, type MedicineDraft } from './note-draft.ts'

type Props = {
  rows: readonly MedicineDraft[]
  problems: Problems<string>
  onChange(rows: MedicineDraft[]): void
}

const fields: RowText<MedicineDraft>[] = [
  { name: 'name', label: 'Medicine', required: true, max: noteLimits.name },
  { name: 'form', label: 'Form', hint: 'tablet, syrup, drops', max: noteLimits.short },
  { name: 'strength', label: 'Strength', hint: '10 mg', max: noteLimits.short },
  { name: 'dose', label: 'Dose', required: true, hint: '1 tablet', max: noteLimits.name },
  { name: 'howOften', label: 'How often', required: true, hint: 'every 12 h', max: noteLimits.name },
  { name: 'days', label: 'Days', isNumber: true, max: 3 },
  { name: 'refills', label: 'Refills', isNumber: true, max: 2 },
]

export function MedicineRows({ rows, problems, onChange }: Props) {
  return (
    <NoteRows
      legend="Medicines"
      noun="medicine"
      add={{ first: 'Add a medicine', more: 'Add another medicine' }}
      most={noteLimits.medicines}
      rows={rows}
      empty={emptyMedicine}
      onChange={onChange}
    >
      {(editor) => <RowTexts editor={editor} fields={fields} problems={problems} />}
    </NoteRows>
  )
}
