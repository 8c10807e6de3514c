import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { AfterReload } from '#/kernel/web/form/AfterReload.tsx'
import form from '#/kernel/web/form/form.module.css'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { photoNeededText } from '#/reports/needs-text.ts'
import { statuses } from '#/reports/rules.ts'
import { ReportForm } from './form/ReportForm.tsx'
import { emptyDraft, partsOf, type ReportDraft } from './form/report-draft.ts'
import { refusalOf } from './refusal.ts'
import { matchesFor, reloadReports, reports } from './reports.ts'

/** Reports a pet. An unsent report is kept while the tab is open, without its photos after a reload. */
export default function CreateReportPage() {
  const [params] = useSearchParams()
  const { user } = useSession()
  const petId = params.get('pet')
  const asked = petId ? 'lost' : statuses.find((status) => status === params.get('status'))
  const kept = useKept(`pet report of ${user?.id}`, emptyDraft)
  const navigate = useNavigate()
  const save = useWrite(
    (draft: ReportDraft, options) =>
      reports.call.create({ ...partsOf(draft), status: draft.status, petId: draft.petId }, options),
    { onSuccess: () => void reloadReports() },
  )
  const refusal = useMemo(() => save.error && refusalOf(save.error), [save.error])
  const created = save.data?.id
  const finish = useEffectEvent(async (id: string) => {
    kept.forget()
    toast({ kind: 'success', message: 'Your report is online.' })
    // Known before the page shows, so that they are the first thing on it.
    await queryClient.prefetchQuery(matchesFor(id))
    void navigate(`/pet-reports/${id}`, { replace: true, state: { isNew: true } })
  })
  useEffect(() => {
    if (created) void finish(created)
  }, [created])
  return (
    <div className={form.page}>
      <h1>Report a pet</h1>
      <p className={form.lead}>
        It takes two minutes. Neighbours see your report at once; you can add more later. {photoNeededText}
      </p>
      <AfterReload of={kept.afterReload} files="photos" />
      <ReportForm
        start={asked ? { ...kept.value, status: asked } : kept.value}
        petId={petId}
        onDraft={kept.change}
        isNew
        isBusy={save.isPending || Boolean(created)}
        refusal={refusal}
        submit={{ label: 'Report', busy: 'Sending...' }}
        onSubmit={(draft) => save.mutate(draft)}
      >
        <Button component={Link} to="/pet-reports" variant="subtle">
          Cancel
        </Button>
      </ReportForm>
    </div>
  )
}
