import { Button } from '@mantine/core'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { formatDay, formatInstant } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { SittingMove } from '#/sitting/move-contract.ts'
import { moveText, sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'
import css from './MoveQuestion.module.css'
import { reloadMoves } from './moves.ts'

type Props = { appointment: Appointment | Visit; other: string; move: SittingMove }

const texts = {
  owner: { ...appointmentsText, ...sittingText },
  sitter: { ...appointmentsText, ...sittingText, ...moveText },
}

/** Shows that one side asks for another time: to the other to answer, to them to take back. */
export default function MoveQuestion({ appointment, other, move }: Props) {
  const told = (title: string, message: string) => ({
    onSuccess: () => {
      toast({ kind: 'success', title, message })
      return reloadMoves()
    },
    onError: (error: unknown) => {
      toast({ kind: 'error', title: 'Error', message: errorText(error, texts[move.side]) })
      if (['sitting.move_over', 'request.not_found'].includes(errorCode(error))) void reloadMoves()
    },
  })
  const time = `${formatDay(move.date)}, ${move.startTime}-${move.endTime}`
  const agree = useWrite(sitting.call.agreeToMove, told('Appointment moved', `It’s now on ${time}.`))
  const decline = useWrite(sitting.call.declineMove, told('Time kept', `We’ve told ${other}.`))
  const withdraw = useWrite(sitting.call.withdrawMove, told('Question withdrawn', 'It stays as booked.'))
  const isBusy = agree.isPending || decline.isPending || withdraw.isPending
  return (
    <section className={css.move} aria-label="Another time">
      {move.side === move.askedBy ? (
        <>
          <p>
            You asked for <strong className="tabular">{time}</strong>. Until {other} agrees, it stays as
            booked.
          </p>
          <div className={css.buttons}>
            <Button
              variant="default"
              aria-label={`Withdraw the question for ${time}`}
              disabled={isBusy}
              onClick={() => withdraw.mutate({ id: move.id })}
            >
              {withdraw.isPending ? 'Withdrawing...' : 'Withdraw'}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            {other} asks for <strong className="tabular">{time}</strong> instead. Please answer by{' '}
            {formatInstant(move.answerBy, appointment.timeZone)}.
          </p>
          <div className={css.buttons}>
            <Button disabled={isBusy} onClick={() => agree.mutate({ id: move.id })}>
              {agree.isPending ? 'Moving...' : 'Agree to the new time'}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => decline.mutate({ id: move.id })}>
              {decline.isPending ? 'Keeping...' : 'Keep the old time'}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
