import { useQuery } from '@tanstack/react-query'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { RefundButton } from '#/admin/web/money/RefundButton.tsx'
import orders from '#/admin/web/shop/Orders.module.css'
import type { DeskAppointment } from '#/appointments/desk.ts'
import { stillDueForNights } from '#/appointments/refunds.ts'
import { changeText, StatusChip, statusText } from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatInstant, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { disputeNextText } from '#/payments/text.ts'
import { DeskCards } from '#/sitting/web/index.ts'
import own from './Appointments.module.css'
import { BothSides } from './BothSides.tsx'

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

const noteHint =
  'Explain what you found out. The owner and the provider can read it, and it’s kept in the audit log.'

/** Decides the owner's claim about a stay that its sitter ended early. */
function DecideEarlyEnd({ appointment }: { appointment: DeskAppointment }) {
  const { id, earlyEnd, payment, timeZone, provider } = appointment
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
            <Decide
              key={label}
              call={admin.call.decideEarlyEnd}
              input={(note) => ({ id, isUpheld, note })}
              label={label}
              title={title}
              reasonHint={noteHint}
              confirm="Decide"
              color="teal"
              busy="Deciding..."
              told="The early end is decided."
            >
              <p>{told}</p>
            </Decide>
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
  const mayCorrect = useIsAdministrator()
  if (!correctTo) return null
  const to = statusText[correctTo]
  if (!mayCorrect) return <p className={css.soft}>Only an administrator can correct this to “{to}”.</p>
  return (
    <div>
      <Decide
        call={admin.call.correctAppointment}
        input={(note) => ({ id, to: correctTo, note })}
        label={`Correct to “${to}”`}
        title={`Correct “${statusText[status]}” to “${to}”?`}
        reasonHint={noteHint}
        confirm="Correct"
        color="teal"
        busy="Correcting..."
        told="The appointment has been corrected."
      >
        <p>We’ll tell both sides, and it’s added to the history.</p>
        <p>
          Payments stay the same:{' '}
          {payment ? 'this charges, refunds and pays out nothing' : 'there was no payment here'}. To refund,
          use Refund.
        </p>
      </Decide>
    </div>
  )
}
