import { skipToken, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reloadAppointments } from '#/appointments/web/index.ts'
import { upperFirst } from '#/kernel/letters.ts'
import { addDays, dayOf, formatDay, isDay } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import ConfirmDialog from '#/kernel/web/form/ConfirmDialog.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { DayField } from '#/pets/web/index.ts'
import { mostDaysAhead } from '#/sitting/rules.ts'
import { sittingText } from '#/sitting/text.ts'
import { count } from '#/sitting/web/find/search-words.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import css from './SeriesDialogs.module.css'
import type { SeriesProps } from './series-props.ts'
import { leavingText, seriesRefundText } from './series-refund.ts'

type Props = SeriesProps & {
  series: NonNullable<SeriesProps['appointment']['series']>
  asking: 'end' | 'pause' | null
  onClose(): void
}

export default function SeriesDialogs(props: Props) {
  return (
    <>
      <EndDialog {...props} />
      {props.series.repeats && <PauseDialog {...props} />}
    </>
  )
}

function EndDialog({ side, appointment, other, series, asking, onClose }: Props) {
  const { id, name, repeats } = series
  const end = useSeriesWrite(sitting.call.end, onClose, {
    title: repeats ? `${upperFirst(name)} ended` : `All ${name} cancelled`,
    failed: 'Failed to end it. Please try again.',
  })
  return (
    <ConfirmDialog
      opened={asking === 'end'}
      title={repeats ? `End ${name}?` : `Cancel all ${name}?`}
      reason="none"
      confirm={repeats ? `End ${name}` : `Cancel all ${name}`}
      busy={repeats ? 'Ending...' : 'Cancelling...'}
      keep={repeats ? 'Keep them' : 'Go back'}
      isBusy={end.isPending}
      onConfirm={() => end.mutate({ requestId: id })}
      onClose={onClose}
    >
      <p>
        We’ll cancel all upcoming {name}
        {repeats && ' and make no new ones'}, and tell {other}.
      </p>
      <Refund about={{ side, appointment, other }} input={asking === 'end' ? { requestId: id } : null} />
    </ConfirmDialog>
  )
}

function PauseDialog({ side, appointment, other, series, asking, onClose, now }: Props) {
  const { id, name } = series
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [tried, setTried] = useState(false)
  const days = useRef<HTMLDivElement>(null)
  const pause = useSeriesWrite(sitting.call.pause, onClose, {
    title: `${upperFirst(name)} paused`,
    failed: 'Failed to pause it. Please try again.',
    also: isDay(last) ? ` They continue after ${formatDay(last)}.` : '',
  })
  const today = dayOf(now, appointment.timeZone)
  const latest = addDays(today, mostDaysAhead)
  const firstProblem = !isDay(first) ? 'Please choose a day.' : first < today && sittingText['sitting.past']
  const lastProblem = !isDay(last)
    ? 'Please choose a day.'
    : last < first
      ? 'The last day must not be before the first.'
      : last > latest && `You can pause up to ${mostDaysAhead} days ahead.`
  return (
    <ConfirmDialog
      opened={asking === 'pause'}
      title={`Pause ${name}?`}
      reason="none"
      confirm={`Pause ${name}`}
      busy="Pausing..."
      keep="Go back"
      isBusy={pause.isPending}
      onConfirm={() => {
        setTried(true)
        if (firstProblem || lastProblem)
          days.current?.querySelectorAll('input')[firstProblem ? 0 : 1]?.focus()
        else pause.mutate({ requestId: id, startDate: first, endDate: last })
      }}
      onClose={onClose}
    >
      <p>We’ll cancel what’s planned on these days and tell {other}. After that, it continues as before.</p>
      <div ref={days} className={css.days}>
        <DayField
          name="pause-first"
          label="First day"
          required
          min={today}
          max={latest}
          value={first}
          problem={(tried && firstProblem) || undefined}
          onChange={setFirst}
        />
        <DayField
          name="pause-last"
          label="Last day"
          required
          min={isDay(first) ? first : today}
          max={latest}
          value={last}
          problem={(tried && lastProblem) || undefined}
          onChange={setLast}
        />
      </div>
      <Refund
        about={{ side, appointment, other }}
        input={
          asking === 'pause' && !firstProblem && !lastProblem
            ? { requestId: id, startDate: first, endDate: last }
            : null
        }
      />
    </ConfirmDialog>
  )
}

type RefundProps = {
  about: Pick<SeriesProps, 'side' | 'appointment' | 'other'>
  /** Null until the days are chosen. */
  input: Parameters<typeof sitting.call.leaving>[0] | null
}

/** Says which days go and what is refunded, as the server would do it now; the terms, until it has answered. */
function Refund({ about: { side, appointment, other }, input }: RefundProps) {
  const { data } = useQuery(sitting.query.leaving.queryOptions({ input: input ?? skipToken, staleTime: 0 }))
  return (
    <p role="status">
      {data ? leavingText(side, data, appointment, other) : seriesRefundText(side, appointment, other)}
    </p>
  )
}

type Call<Input> = (input: Input, options: { context: { key: string } }) => Promise<{ cancelled: number }>
type Words = { title: string; failed: string; also?: string }

function useSeriesWrite<Input>(call: Call<Input>, onClose: () => void, { title, failed, also = '' }: Words) {
  return useWrite(call, {
    onSuccess({ cancelled }) {
      onClose()
      const what =
        cancelled === 0
          ? 'No appointments were'
          : cancelled === 1
            ? '1 appointment was'
            : `${count(cancelled, 'appointment')} were`
      toast({ kind: 'success', title, message: `${what} cancelled.${also}` })
      return reloadAppointments()
    },
    onError(error) {
      toast({ kind: 'error', title: 'Error', message: errorText(error, sittingText, failed) })
      if (!['sitting.nothing_left', 'request.not_found'].includes(errorCode(error))) return
      onClose()
      void reloadAppointments()
    },
  })
}
