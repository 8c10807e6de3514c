import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { meetTrade } from '#/messaging/rules.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { useBlock } from './use-safety.ts'

type Props = {
  bookingId: string
  trade: string
  name: string
  asked: 'block' | 'report' | undefined
  onClose(): void
}

const blockText =
  'You’ll no longer be able to message each other, here or anywhere else. We don’t tell them why. Your bookings stay as they are.'
const blockMeetText =
  'You’ll no longer be able to message each other or arrange a meet & greet, and any open one will be cancelled. We don’t tell them why. Your bookings stay as they are.'

/** The dialogs that report or block the other side of a thread. */
export default function SafetyDialogs({ bookingId, trade, name, asked, onClose }: Props) {
  const { mutate, isPending } = useBlock(bookingId, onClose)
  return (
    <>
      <ReportDialog
        opened={asked === 'report'}
        bookingId={bookingId}
        messageId={null}
        name={name}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={asked === 'block'}
        title={`Block ${name}?`}
        reason="none"
        confirm="Block"
        busy="Blocking..."
        keep="Go back"
        isBusy={isPending}
        onConfirm={() => mutate({ bookingId, isBlocked: true })}
        onClose={onClose}
      >
        <p>{trade === meetTrade ? blockMeetText : blockText}</p>
      </ConfirmDialog>
    </>
  )
}
