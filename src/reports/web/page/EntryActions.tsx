import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Entry } from '#/reports/shapes.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import css from './Timeline.module.css'

type Asked = 'block' | 'complain' | 'remove'

/** Lets the reader delete a comment or sighting, report it, or block its writer. */
export function EntryActions({ entry }: { entry: Entry }) {
  const { id, kind, at, by, phone, mayRemove, mayComplain, isBlocked } = entry
  const [asked, setAsked] = useState<Asked>()
  // The dialog loads once it's wanted.
  const [wanted, setWanted] = useState(false)
  const name = by ?? 'this person'
  const options = {
    onSuccess: () => {
      if (asked === 'complain') toast({ kind: 'success', message: 'Thank you. We’ll look into it.' })
      setAsked(undefined)
      return reloadReports()
    },
    onError: (error: Error) => {
      setAsked(undefined)
      toast({ kind: 'error', message: errorText(error, reportsText, notSavedText) })
    },
  }
  const remove = useWrite(reports.call.removeEntry, options)
  const block = useWrite(reports.call.blockWriter, options)
  const complain = useWrite(reports.call.complainAboutEntry, options)
  const what = `the ${kind} from ${momentText(at)}`
  const ask = (next: Asked) => {
    setWanted(true)
    setAsked(next)
  }
  const close = () => setAsked(undefined)
  const common = { keep: 'Go back', onClose: close }
  return (
    <p className={css.actions}>
      {mayRemove && (
        <button
          type="button"
          className={css.action}
          aria-label={`Delete ${what}`}
          onClick={() => ask('remove')}
        >
          Delete
        </button>
      )}
      {mayComplain && (
        <button
          type="button"
          className={css.action}
          aria-label={`Report ${what}`}
          onClick={() => ask('complain')}
        >
          Report
        </button>
      )}
      {isBlocked !== null && (
        <button
          type="button"
          className={css.action}
          aria-label={`${isBlocked ? 'Unblock' : 'Block'} the writer of ${what}`}
          aria-disabled={block.isPending}
          onClick={() => (isBlocked ? block.mutate({ id, isBlocked: false }) : ask('block'))}
        >
          {isBlocked ? 'Unblock' : 'Block'}
        </button>
      )}
      {wanted && (
        <>
          <ConfirmDialog
            {...common}
            opened={asked === 'complain'}
            title={`Report ${name}?`}
            reason="required"
            reasonHint={`Only we read this. We don’t tell ${name}.`}
            confirm="Report"
            busy="Reporting..."
            isBusy={complain.isPending}
            onConfirm={(reason) => complain.mutate({ id, reason })}
          >
            <p>We’ll look at what they wrote here and decide what to do.</p>
          </ConfirmDialog>
          <ConfirmDialog
            {...common}
            opened={asked === 'remove'}
            title={`Delete this ${kind}?`}
            reason="none"
            confirm="Delete"
            busy="Deleting..."
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate({ id })}
          >
            <p>{phone && 'The phone number goes with it. '}You can’t undo this.</p>
          </ConfirmDialog>
          <ConfirmDialog
            {...common}
            opened={asked === 'block'}
            title={`Block ${name}?`}
            reason="none"
            confirm="Block"
            busy="Blocking..."
            isBusy={block.isPending}
            onConfirm={() => block.mutate({ id, isBlocked: true })}
          >
            <p>
              They can no longer write to you or under your reports, or see your phone number. We don’t tell
              them why.
            </p>
          </ConfirmDialog>
        </>
      )}
    </p>
  )
}
