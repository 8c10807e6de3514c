import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { useReport } from './use-safety.ts'

type Props = {
  opened: boolean
  bookingId: string
  /** The message, or null to report the person. */
  messageId: string | null
  name: string
  onClose(): void
}

export function ReportDialog({ opened, bookingId, messageId, name, onClose }: Props) {
  const { mutate, isPending } = useReport(onClose)
  return (
    <ConfirmDialog
      opened={opened}
      title={messageId ? 'Report this message?' : `Report ${name}?`}
      reason="required"
      reasonHint={`Only we read this. We don’t tell ${name}.`}
      confirm="Report"
      busy="Reporting..."
      keep="Go back"
      isBusy={isPending}
      onConfirm={(reason) => mutate({ bookingId, messageId, reason })}
      onClose={onClose}
    >
      <p>We’ll look at the latest messages here and decide what to do.</p>
    </ConfirmDialog>
  )
}
