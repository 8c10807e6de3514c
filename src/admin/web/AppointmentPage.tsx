import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskAppointment } from '#/appointments/desk.ts'
import { stillDueForNights } from '#/appointments/refunds.ts'
import { changeText, StatusChip, statusText } from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatInstant, zoneLabel } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { disputeNextText } from '#/payments/text.ts'
import { DeskCards } from '#/sitting/web/index.ts'
import own from './Appointments.module.css'
import { admin, useIsAdministrator } from './admin.ts'
import { BothSides } from './BothSides.tsx'
import css from './Desk.module.css'
import { DeskItem } from './DeskItem.tsx'
import messages from './Messages.module.css'
import orders from './Orders.module.css'
import { RefundButton } from './RefundButton.tsx'
import { useHandling } from './use-handling.ts'

export function AppointmentPage({ reference }: { reference: string }) {
  const query = useQuery(
    admin.query.appointment.queryOptions({ input: { reference }, refetchOnWindowFocus: 'always' }),
  )
  return (
    <DeskItem
      query={query}
      what="appointment"
      notFound={`We couldn’t find an appointment with the reference “${reference}”.`}
    >
      {(appointment) => <Shown appointment={appointment} />}
    </DeskItem>
  )
}

function Shown({ appointment }: { appointment: DeskAppointment }) {
  const { owner, provider, status, title, startsAt, timeZone, petName, payment, history } = appointment
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const told = {
    timeZone,
    owner: owner.name || 'the owner',
    provider: provider.name,
    isPaidHere: payment !== null,
  }
  return (
    <article
      className={`${css.row} ${css.card} ${own.appointment}`}
      aria-label={`Appointment with ${provider.name}`}
    >
      <div className={css.cardHead}>
        <BothSides owner={owner} provider={provider} />
        <StatusChip status={status} isEndedEarly={appointment.disputedAt !== null} />
      </div>
      <p className={css.soft}>
        {title}
        {petName && ` for ${petName}`} · {formatInstant(startsAt, timeZone)}
        {zone && ` · ${zone}`}
      </p>
      {payment && <p className={css.soft}>{paymentText(payment)}</p>}
      {payment?.isDisputed && <p className={css.soft}>{disputeNextText.desk}</p>}
      {payment && <RefundButton payment={payment} owner={owner.name || 'the owner'} />}
      <DecideEarlyEnd appointment={appointment} />
      <Correct appointment={appointment} />
      {appointment.trade === 'sitting' && <VisitCards id={appointment.id} />}
      <h3>History</h3>
      {history.length === 0 ? (
        <p className={css.soft}>Nothing has been recorded yet.</p>
      ) : (
        <ol className={own.history}>
          {history.map((change) => (
            <li key={change.id}>
              <p>{changeText(change, told)}</p>
              {change.reason && <q>{change.reason}</q>}
              <time className={css.soft} dateTime={change.at.toISOString()}>
                {formatInstant(change.at, timeZone)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}

/** A visit card is evidence when an owner says that nobody came. */
function VisitCards({ id }: { id: string }) {
  const now = useNow()
  const query = useQuery(admin.query.visitCards.queryOptions({ input: { id } }))
  useFreshLinks(query)
  return (
    <section aria-label="Visit cards">
      <h3>Visit cards</h3>
      <DeskItem query={query} what="visit card">
        {(found) => <DeskCards found={found} now={now} />}
      </DeskItem>
    </section>
  )
}

const states: Readonly<Record<NonNullable<DeskAppointment['payment']>['status'], string>> = {
  created: 'not paid',
  pending: 'waiting for the bank',
  completed: 'paid',
  failed: 'payment failed',
  refunded: 'refunded',
  partially_refunded: 'partly refunded',
}

function paymentText(payment: NonNullable<DeskAppointment['payment']>): string {
  const { status, amount, refunded, currency, receiptNumber, isDisputed, isSandbox } = payment
  const back = refunded > 0 ? `, ${formatMoney({ amount: refunded, currency })} refunded or on its way` : ''
  return `${formatMoney({ amount, currency })}, ${isDisputed ? 'disputed at the payer’s bank' : states[status]}${back}${isSandbox ? ' · Sandbox' : ''}${receiptNumber ? ` · Receipt ${receiptNumber}` : ''}`
}

/** Decides the owner's claim about a stay that its sitter ended early. */
function DecideEarlyEnd({ appointment }: { appointment: DeskAppointment }) {
  const { id, earlyEnd, payment, timeZone, provider } = appointment
  const [asking, setAsking] = useState<boolean | null>(null)
  const close = () => setAsking(null)
  const { send, failure, isBusy } = useHandling(admin.call.decideEarlyEnd, 'The early end is decided.', close)
  const mayDecide = useIsAdministrator()
  if (!earlyEnd) return null
  const { endedAt, nights, nightsLeft } = earlyEnd
  const back =
    payment &&
    formatMoney({
      amount: stillDueForNights(payment, { left: nightsLeft, nights }),
      currency: payment.currency,
    })
  const choices = [
    {
      isUpheld: true,
      label: back ? `Refund ${back}` : 'Cancel the stay',
      title: 'Decide for the owner?',
      told: `The stay is cancelled${back ? `. The owner gets ${back} back for ${nightsLeft} of ${nights} nights, and ${provider.name} is paid for the others` : ''}.`,
    },
    {
      isUpheld: false,
      label: payment ? 'Pay in full' : 'Complete the stay',
      title: 'Decide for the sitter?',
      told: `The stay is completed${payment ? `, and ${provider.name} is paid in full` : ''}.`,
    },
  ]
  return (
    <section aria-label="Early end" className={orders.decide}>
      <p>
        {provider.name} ended this stay on {formatInstant(endedAt, timeZone)}. The owner says that they left
        early, {provider.name} that the owner agreed to it or asked for it.
      </p>
      {mayDecide ? (
        <div className={orders.buttons}>
          {choices.map(({ isUpheld, label, title, told }) => (
            <ConfirmButton
              key={label}
              label={label}
              opened={asking === isUpheld}
              onOpen={() => setAsking(isUpheld)}
              onClose={close}
              title={title}
              reason="required"
              reasonHint="Explain what you found out. The owner and the provider can read it, and it’s kept in the audit log."
              confirm="Decide"
              color="teal"
              busy="Deciding..."
              keep="Go back"
              isBusy={isBusy}
              onConfirm={(note) => send({ id, isUpheld, note })}
            >
              <p>{told}</p>
              <p role="alert" className={messages.failure}>
                {failure}
              </p>
            </ConfirmButton>
          ))}
        </div>
      ) : (
        <p className={css.soft}>Only an administrator can decide this.</p>
      )}
    </section>
  )
}

/** Corrects a final state; payments stay the same. */
function Correct({ appointment: { id, status, correctTo, payment } }: { appointment: DeskAppointment }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(
    admin.call.correctAppointment,
    'The appointment has been corrected.',
    close,
  )
  const mayCorrect = useIsAdministrator()
  if (!correctTo) return null
  const to = statusText[correctTo]
  if (!mayCorrect) return <p className={css.soft}>Only an administrator can correct this to “{to}”.</p>
  return (
    <div>
      <ConfirmButton
        label={`Correct to “${to}”`}
        opened={opened}
        onOpen={() => setOpened(true)}
        onClose={close}
        title={`Correct “${statusText[status]}” to “${to}”?`}
        reason="required"
        reasonHint="Explain what you found out. The owner and the provider can read it, and it’s kept in the audit log."
        confirm="Correct"
        color="teal"
        busy="Correcting..."
        keep="Go back"
        isBusy={isBusy}
        onConfirm={(note) => send({ id, to: correctTo, note })}
      >
        <p>We’ll tell both sides, and it’s added to the history.</p>
        <p>
          Payments stay the same:{' '}
          {payment ? 'this charges, refunds and pays out nothing' : 'there was no payment here'}. To refund,
          use Refund.
        </p>
        <p role="alert" className={messages.failure}>
          {failure}
        </p>
      </ConfirmButton>
    </div>
  )
}
