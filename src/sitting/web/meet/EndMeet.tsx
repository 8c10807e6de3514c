import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { meetRestDays, mostWithdrawnMeets } from '#/sitting/meet.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { reloadMeets } from './meets.ts'

const words = {
  decline: { label: 'Decline', busy: 'Declining...', done: 'Meet & greet declined' },
  withdraw: { label: 'Withdraw', busy: 'Withdrawing...', done: 'Meet & greet withdrawn' },
  cancel: { label: 'Cancel', busy: 'Cancelling...', done: 'Meet & greet cancelled' },
} as const

/** Declines, withdraws or cancels a meet & greet, whichever the reader can. */
export function EndMeet({ meet: { id, side, status, moves, with: other } }: { meet: MeetGreet }) {
  const [isAsking, setAsking] = useState(false)
  const isDeclining = moves.includes('decline')
  const { label, busy, done } = words[isDeclining ? 'decline' : status === 'asked' ? 'withdraw' : 'cancel']
  const end = useWrite(isDeclining ? sitting.call.declineMeeting : sitting.call.cancelMeeting, {
    onSuccess() {
      setAsking(false)
      toast({ kind: 'success', title: done, message: `We’ll tell ${other.name}.` })
      return reloadMeets()
    },
    onError(error) {
      setAsking(false)
      const failed = 'Failed to end the meet & greet. Please try again.'
      toast({ kind: 'error', title: 'Error', message: errorText(error, sittingText, failed) })
      void reloadMeets()
    },
  })
  if (!isDeclining && !moves.includes('cancel')) return null
  return (
    <ConfirmButton
      label={label}
      spoken={`${label} the meet & greet with ${other.name}`}
      opened={isAsking}
      onOpen={() => setAsking(true)}
      onClose={() => setAsking(false)}
      title={`${label} this meet & greet?`}
      reason="optional"
      reasonHint={`${other.name} will read it.`}
      confirm={`${label} meet & greet`}
      busy={busy}
      keep="Go back"
      isBusy={end.isPending}
      onConfirm={(reason) => end.mutate({ id, reason: reason || null })}
    >
      <p>
        We’ll tell {other.name}.{' '}
        {side === 'owner'
          ? `After ${mostWithdrawnMeets} cancelled meet & greets, you’ll wait ${meetRestDays} days before you can ask them again.`
          : isDeclining && `They can ask you again in ${meetRestDays} days.`}
      </p>
    </ConfirmButton>
  )
}
