import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { reports } from '#/reports/web/reports.ts'

/** Tells our support that something is wrong with a report. */
export function ComplainButton({ reportId }: { reportId: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const send = useWrite(reports.call.complain, {
    onSuccess: () => {
      close()
      toast({ kind: 'success', message: 'Thank you. We’ll look at it.' })
    },
    onError: (error) => {
      close()
      toast({ kind: 'error', message: errorText(error, reportsText, notSavedText) })
    },
  })
  return (
    <ConfirmButton
      label="Something is wrong"
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="What’s wrong with this report?"
      reason="required"
      reasonHint="Only we read this. We don’t tell the reporter."
      confirm="Send"
      busy="Sending..."
      keep="Go back"
      isBusy={send.isPending}
      onConfirm={(reason) => send.mutate({ id: reportId, reason })}
    >
      <p>For example, the pet isn’t lost, somebody asks for money, or the photos are of another pet.</p>
    </ConfirmButton>
  )
}
