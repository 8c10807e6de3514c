import type { Series } from '#/appointments/trade.ts'
import { reloadAppointments } from '#/appointments/web/index.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { resumeHoursAhead } from '#/sitting/rules.ts'
import { sittingText } from '#/sitting/text.ts'
import { count } from '#/sitting/web/find/search-words.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { leftTexts, rangeText } from '#/sitting/words.ts'
import type { SeriesProps } from './series-props.ts'

type Props = Pick<SeriesProps, 'side' | 'other'> & {
  series: Series
  isPaidHere: boolean
  pause: Series['pauses'][number] | undefined
  onClose(): void
}

export default function ResumeDialog({
  side,
  series: { id, name },
  isPaidHere,
  other,
  pause,
  onClose,
}: Props) {
  const resume = useWrite(sitting.call.resume, {
    onSuccess({ made, left }) {
      onClose()
      const back =
        made.length > 0
          ? `${count(made.length, 'appointment')} ${made.length === 1 ? 'is' : 'are'} booked again.`
          : left.length > 0
            ? 'None of the paused days could be booked again.'
            : 'New appointments will be made as before.'
      toast({
        kind: 'success',
        title: `${upperFirst(name)} resumed`,
        message: [back, ...leftTexts(left, side === 'owner' ? other : null)].join(' '),
      })
      return reloadAppointments()
    },
    onError(error) {
      const message = errorText(error, sittingText, 'Failed to resume it. Please try again.')
      toast({ kind: 'error', title: 'Error', message })
      if (!['sitting.not_paused', 'sitting.nothing_left', 'request.not_found'].includes(errorCode(error)))
        return
      onClose()
      void reloadAppointments()
    },
  })
  return (
    <ConfirmDialog
      opened={pause !== undefined}
      title={`Resume ${name}?`}
      reason="none"
      color="teal"
      confirm={`Resume ${name}`}
      busy="Resuming..."
      keep="Go back"
      isBusy={resume.isPending}
      onConfirm={() => pause && resume.mutate({ requestId: id, pauseId: pause.id })}
      onClose={onClose}
    >
      {pause && <p>The pause is {rangeText(pause.startDate, pause.endDate)}.</p>}
      <p>
        We’ll book these days again where {side === 'owner' ? `${other} still has` : 'you still have'} room,
        and tell {other}. Days that begin in less than {resumeHoursAhead} hours stay off.
      </p>
      {side === 'owner' && isPaidHere && (
        <p>
          You’ll need to pay for the rebooked days. If pausing late cost you anything, we’ll refund it once
          you’ve paid.
        </p>
      )}
    </ConfirmDialog>
  )
}
