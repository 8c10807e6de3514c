import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { mostReschedules, rescheduleHours } from '#/appointments/rules.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { addDays, clockOf, dayOf, formatDay, isDay, minutesOf } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { DayField } from '#/pets/web/index.ts'
import type { OpenTimes } from '#/sitting/room.ts'
import { mostDaysAhead } from '#/sitting/rules.ts'
import { moveText, sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import { closedText } from '#/sitting/words.ts'
import css from './MoveDialog.module.css'
import { reloadMoves } from './moves.ts'

type Props = {
  side: 'owner' | 'sitter'
  appointment: Appointment | Visit
  /** The name of the other side. */
  other: string
  now: Date
  isOpen: boolean
  onClose(): void
}

const texts = {
  owner: { ...appointmentsText, ...sittingText },
  sitter: { ...appointmentsText, ...sittingText, ...moveText },
}
const isOvertaken = (error: unknown) =>
  [
    'sitting.move_asked',
    'sitting.move_too_often',
    'appointments.move_not_allowed',
    'request.not_found',
  ].includes(errorCode(error))

export default function MoveDialog({ side, appointment, other, now, isOpen, onClose }: Props) {
  const { id, timeZone, startsAt, endsAt, reschedules } = appointment
  const [date, setDate] = useState<string>(appointment.date)
  const [start, setStart] = useState<string>(appointment.startTime)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  const today = dayOf(now, timeZone)
  const latest = addDays(today, mostDaysAhead)
  const end = start && minutesOf(start) + (endsAt.getTime() - startsAt.getTime()) / MINUTE
  const dateProblem = !isDay(date) ? 'Please choose a day.' : date < today && sittingText['sitting.past']
  const timeProblem = !start
    ? 'Please choose a time.'
    : typeof end === 'number' && end > 24 * 60
      ? sittingText['sitting.move_over_midnight']
      : date === appointment.date && start === appointment.startTime && sittingText['sitting.move_same_time']
  const ask = useWrite(sitting.call.askToMove, {
    onSuccess: (asked) => {
      toast({
        kind: 'success',
        title: `${other} has been asked`,
        message: `Until they agree to ${formatDay(asked.date)}, ${asked.startTime}-${asked.endTime}, it stays as booked.`,
      })
      onClose()
      return reloadMoves()
    },
    onError: (error) => {
      const { hours } = (error as { data?: { hours?: OpenTimes | null } }).data ?? {}
      setRefusal(
        side === 'owner' && errorCode(error) === 'sitting.closed' && hours
          ? closedText(other, { service: 'day-care', schedule: 'one-time' }, hours)
          : errorText(error, texts[side], 'Failed to ask for another time. Please try again.'),
      )
      if (isOvertaken(error)) void reloadMoves()
    },
  })
  const problem = (tried && (timeProblem || undefined)) || refusal
  return (
    <ConfirmDialog
      opened={isOpen}
      title={`Another time with ${other}`}
      reason="none"
      color="teal"
      confirm="Ask for this time"
      busy="Asking..."
      keep="Keep the old time"
      isBusy={ask.isPending}
      onConfirm={() => {
        setTried(true)
        setRefusal('')
        if (dateProblem || timeProblem)
          fields.current?.querySelectorAll('input')[dateProblem ? 0 : 1]?.focus()
        else ask.mutate({ id, date, startTime: start })
      }}
      onClose={onClose}
    >
      <p>
        Now: <strong>{formatDay(appointment.date)}</strong>,{' '}
        <span className="tabular">
          {appointment.startTime}-{appointment.endTime}
        </span>
        . It stays until {other} agrees.{' '}
        {side === 'owner' &&
          `${
            reschedules + 1 < mostReschedules
              ? 'You can reschedule it twice'
              : 'You can reschedule it once more'
          }, up to ${rescheduleHours} hours before. `}
        Length and price stay.
        {side === 'owner' && appointment.payment && ' Refunds still go by the first time you booked.'}
      </p>
      <div ref={fields} className={css.fields}>
        <DayField
          name="move-date"
          label="Date"
          required
          min={today}
          max={latest}
          value={date}
          problem={(tried && dateProblem) || undefined}
          onChange={(next) => {
            setDate(next)
            setRefusal('')
          }}
        />
        <TextInput
          type="time"
          label="Start"
          required
          value={start}
          error={problem || undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={
            typeof end === 'number' && end <= 24 * 60
              ? `Ends at ${clockOf(end)}, on ${side === 'owner' ? 'the sitter’s' : 'your'} clock.`
              : undefined
          }
          onChange={({ currentTarget }) => {
            setStart(currentTarget.value)
            setRefusal('')
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
