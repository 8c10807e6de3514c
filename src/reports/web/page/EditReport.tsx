import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Report } from '#/reports/shapes.ts'
import { ReportForm } from '#/reports/web/form/ReportForm.tsx'
import { draftOf, partsOf, type ReportDraft } from '#/reports/web/form/report-draft.ts'
import { refusalOf } from '#/reports/web/refusal.ts'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import css from './EditReport.module.css'

export function EditReport({ report, onDone }: { report: Report; onDone(): void }) {
  const [start] = useState(() => draftOf(report))
  const [isChanged, setChanged] = useState(false)
  const save = useWrite(
    (draft: ReportDraft, options) =>
      reports.call.change(
        {
          ...partsOf(draft),
          id: report.id,
          // A time field has no seconds, so an untouched one would move the time.
          seenAt: draft.seenAt === start.seenAt ? undefined : partsOf(draft).seenAt,
          removePhotos: start.keptPhotos.filter((url) => !draft.keptPhotos.includes(url)),
        },
        options,
      ),
    {
      onSuccess: async () => {
        setChanged(false)
        toast({ kind: 'success', message: 'Your report is updated.' })
        await reloadReports()
        onDone()
      },
    },
  )
  const refusal = useMemo(() => save.error && refusalOf(save.error), [save.error])
  return (
    <div className={css.edit}>
      <h1>Edit your report</h1>
      <ReportForm
        start={start}
        onDraft={() => setChanged(true)}
        isNew={false}
        isBusy={save.isPending}
        refusal={refusal}
        submit={{ label: 'Save', busy: 'Saving...' }}
        onSubmit={(draft) => save.mutate(draft)}
      >
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </ReportForm>
      <UnsavedChanges unsaved={isChanged} />
    </div>
  )
}
