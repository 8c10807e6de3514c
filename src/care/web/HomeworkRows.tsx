import { noteLimits } from '#/care/rules.ts'
import type { Problems } from '#/kernel/web/form/use-draft.ts'
import { NoteRows, type RowText, RowTexts } from './NoteRows.tsx'
import { emptyHomework, type HomeworkDraft } from './note-draft.ts'

type Props = {
  rows: readonly HomeworkDraft[]
  problems: Problems<string>
  onChange(rows: HomeworkDraft[]): void
}

const fields: RowText<HomeworkDraft>[] = [
  { name: 'exercise', label: 'Exercise', required: true, hint: 'Sit and stay', max: noteLimits.name },
  { name: 'howOften', label: 'How often', required: true, hint: 'twice a day', max: noteLimits.name },
  { name: 'howLong', label: 'How long', hint: '5 minutes', max: noteLimits.name },
]

export function HomeworkRows({ rows, problems, onChange }: Props) {
  return (
    <NoteRows
      legend="Homework"
      noun="exercise"
      add={{ first: 'Add an exercise', more: 'Add another exercise' }}
      most={noteLimits.homework}
      rows={rows}
      empty={emptyHomework}
      onChange={onChange}
    >
      {(editor) => <RowTexts editor={editor} fields={fields} problems={problems} />}
    </NoteRows>
  )
}
