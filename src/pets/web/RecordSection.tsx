import type { Fields } from '#/kernel/record.ts'
import { FieldList } from '#/kernel/web/form/FieldList.tsx'
import { draftOf, type FieldDraft, inputsOf, problemsIn, specsOf } from '#/kernel/web/form/field-list.ts'
import { EditableSection } from './EditableSection.tsx'
import type { Change, SectionProps } from './section.ts'

type Props = Pick<SectionProps<FieldDraft, string>, 'pet' | 'title' | 'facts' | 'empty'> & { of: Fields }

/** A part of the pet page that is nothing but fields of its record. */
export function RecordSection({ of, ...props }: Props) {
  const fields = specsOf(of)
  return (
    <EditableSection<FieldDraft, string>
      {...props}
      draftOf={(pet) => draftOf(fields, pet)}
      problemsOf={(draft) => problemsIn(fields, draft)}
      changesOf={(draft) => inputsOf(fields, draft) as Change}
    >
      {({ draft, problems, change }) => (
        <FieldList groups={[{ fields }]} draft={draft} problems={problems} onChange={change} />
      )}
    </EditableSection>
  )
}
