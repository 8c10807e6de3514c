import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { reports } from '#/reports/web/reports.ts'

/** Sets and removes the person's place for alerts; `saved` is said once it's set. */
export function useAlerts(saved: string) {
  const client = useQueryClient()
  const options = (said: string) => ({
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: reports.query.alertPlace.key() })
      toast({ kind: 'success' as const, message: said })
    },
    onError: (error: Error) => toast({ kind: 'error', message: errorText(error, reportsText, notSavedText) }),
  })
  return {
    set: useWrite(reports.call.setAlertPlace, options(saved)),
    remove: useWrite(reports.call.removeAlertPlace, options('Your alerts are off.')),
  }
}
