import { Button } from '@mantine/core'
import { andGiveBack, hasMoney, nightsRefundText } from '#/appointments/claim-words.ts'
import type { Visit } from '#/appointments/contract.ts'
import { cancelEndsStay, hasEndedEarly, nightsLeft, wasCutShort } from '#/appointments/rules.ts'
import { isBySlot } from '#/booking/trades.ts'
import { formatDay, formatInstant } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { isPaid } from '#/payments/rules.ts'
import { timesText } from './times-text.ts'
import type { VisitMoves } from './useVisitMoves.ts'
import { petNames } from './words.ts'

type Props = { visit: VisitMoves }

/** Names the visit in a dialog: whose it is, and when. */
export function AboutVisit({ visit }: { visit: Visit }) {
  const { owner, pets, date } = visit
  return (
    <p>
      <strong>{owner.name}</strong>
      {pets.length > 0 && ` with ${petNames(pets)}`}, {formatDay(date)},{' '}
      <span className="tabular">{timesText(visit)}</span>
    </p>
  )
}

/** Says what a provider's cancellation refunds now; empty if nothing was paid here. */
function cancelRefundText(visit: Visit, now: Date): string {
  const { payment } = visit
  if (!payment || !isPaid(payment.status) || payment.isDisputed) return ''
  const stay = hasEndedEarly(visit) ? visit : { ...visit, stoppedAt: now }
  const isByNights = stay === visit || cancelEndsStay(visit, now)
  return isByNights && nightsLeft(stay) < visit.nights!
    ? ` The stay has begun, so we refund them ${nightsRefundText(payment, stay)}, and you’re paid for the others.`
    : ' We refund them in full what they paid here.'
}

export function CancelVisit({ visit: { shown, may, cancel, dialog }, now }: Props & { now: Date }) {
  const { id, owner, series, date } = shown
  if (!may('cancel')) return null
  return (
    <ConfirmButton
      {...dialog('cancel')}
      label={series ? 'Cancel this day' : 'Cancel'}
      spoken={
        series
          ? `Cancel this day, ${formatDay(date)}, of ${owner.name}`
          : `Cancel ${owner.name}’s appointment`
      }
      title="Cancel this appointment?"
      reason="optional"
      reasonHint={`${owner.name} will read it.`}
      confirm="Cancel appointment"
      busy="Cancelling..."
      keep="Keep appointment"
      isBusy={cancel.isPending}
      onConfirm={(reason) => cancel.move({ id, ...(reason && { reason }) })}
    >
      <AboutVisit visit={shown} />
      <p>
        We’ll tell {owner.name}.{cancelRefundText(shown, now)}
      </p>
    </ConfirmButton>
  )
}

export function DeclineRequest({ visit: { shown, may, decline, dialog } }: Props) {
  const { id, owner } = shown
  if (!may('decline')) return null
  return (
    <ConfirmButton
      {...dialog('decline')}
      label="Decline"
      spoken={`Decline ${owner.name}’s request`}
      title="Decline this request?"
      reason="required"
      reasonHint={`${owner.name} will read it.`}
      confirm="Decline request"
      busy="Declining..."
      keep="Go back"
      isBusy={decline.isPending}
      onConfirm={(reason) => decline.move({ id, reason })}
    >
      <AboutVisit visit={shown} />
      <p>We’ll tell {owner.name}.</p>
    </ConfirmButton>
  )
}

export function AcceptRequest({ visit: { shown, may, accept } }: Props) {
  if (!may('accept')) return null
  return (
    <Button aria-label={`Accept ${shown.owner.name}’s request`} onClick={() => accept.move({ id: shown.id })}>
      Accept
    </Button>
  )
}

/** Marks a visit as done. A sitter who does so before half of the time is asked first, since its owner may object. */
export function MarkDone({ visit: { shown, may, complete, dialog }, now }: Props & { now: Date }) {
  const { id, owner, trade, startedAt, endsAt, timeZone } = shown
  const variant = may('accept') ? 'default' : 'filled'
  const spoken = `Mark done: ${owner.name}’s appointment`
  if (isBySlot(trade) || !wasCutShort({ ...shown, stoppedAt: now }))
    return (
      <Button variant={variant} aria-label={spoken} onClick={() => complete.move({ id })}>
        Mark done
      </Button>
    )
  return (
    <ConfirmButton
      {...dialog('complete')}
      label="Mark done"
      spoken={spoken}
      variant={variant}
      title="Mark it as done already?"
      reason="none"
      confirm="Mark done"
      busy="Marking..."
      keep="Go back"
      isBusy={complete.isPending}
      onConfirm={() => complete.move({ id })}
    >
      <AboutVisit visit={shown} />
      <p>
        It’s booked until {formatInstant(endsAt, timeZone)}. {owner.name} can report that you{' '}
        {startedAt ? 'left early' : 'didn’t come'}.
      </p>
    </ConfirmButton>
  )
}

export function EndEarly({ visit: { shown, may, endEarly, dialog }, now }: Props & { now: Date }) {
  const { id, owner, noun, endsAt, timeZone, payment } = shown
  if (!may('end_early')) return null
  return (
    <ConfirmButton
      {...dialog('end_early')}
      label="End early"
      spoken={`End ${owner.name}’s ${noun} early`}
      title={`End this ${noun} early?`}
      reason="none"
      confirm="End it early"
      busy="Ending..."
      keep="Go back"
      isBusy={endEarly.isPending}
      onConfirm={() => endEarly.move({ id })}
    >
      <AboutVisit visit={shown} />
      <p>
        It’s booked until {formatInstant(endsAt, timeZone)}. We’ll ask {owner.name} whether they agree.
        {payment &&
          ` If they report that you left early, we refund them ${nightsRefundText(payment, { ...shown, stoppedAt: now })}, unless they had agreed to it.`}{' '}
        Your places stay taken until they agree, or until the booked end.
      </p>
    </ConfirmButton>
  )
}

/** Takes an early end back. */
export function ResumeStay({ visit: { shown, may, resume } }: Props) {
  if (!may('resume_stay')) return null
  const { id, owner, noun } = shown
  return (
    <Button
      variant="default"
      aria-label={`It goes on: ${owner.name}’s ${noun}`}
      onClick={() => resume.move({ id })}
    >
      It goes on
    </Button>
  )
}

/** The provider's answers to an owner's claim. */
export function AnswerClaim({
  visit: { shown, may, deny, concede, dispute, dialog },
  now,
}: Props & { now: Date }) {
  const { id, owner, payment } = shown
  const agree = payment ? 'Agree and refund' : 'Agree and cancel'
  return (
    <>
      {may('concede_absence') && (
        <ConfirmButton
          {...dialog('concede_absence')}
          label={agree}
          spoken={`${agree}: ${owner.name}`}
          title={`Agree with ${owner.name}?`}
          reason="none"
          confirm={payment ? 'Cancel and refund' : 'Cancel appointment'}
          busy="Cancelling..."
          keep="Go back"
          isBusy={concede.isPending}
          onConfirm={() => concede.move({ id })}
        >
          <AboutVisit visit={shown} />
          <p>
            We’ll cancel the appointment{andGiveBack(shown, 'provider', shown.absenceReportedAt ?? now)}.
            {!hasMoney(shown) && ` We’ll tell ${owner.name}.`}
          </p>
        </ConfirmButton>
      )}
      {may('dispute_early_end') && (
        <ConfirmButton
          {...dialog('dispute_early_end')}
          label="They asked me to"
          spoken={`${owner.name} asked me to end it early`}
          title={`Did ${owner.name} agree to it or ask for it?`}
          reason="none"
          confirm="Yes, they did"
          busy="Sending..."
          keep="Go back"
          isBusy={dispute.isPending}
          onConfirm={() => dispute.move({ id })}
        >
          <AboutVisit visit={shown} />
          <p>
            We’ll tell {owner.name}, and Support decides, for instance by your messages.
            {hasMoney(shown) && ' Until then the payment is on hold.'}
          </p>
        </ConfirmButton>
      )}
      {may('deny_absence') && (
        <Button aria-label={`I was there for ${owner.name}`} onClick={() => deny.move({ id })}>
          I was there
        </Button>
      )}
    </>
  )
}
