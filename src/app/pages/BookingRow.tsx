import type { ListedAppointment } from '#/appointments/contract.ts'
import { hasEndedEarly, isBlocking } from '#/appointments/rules.ts'
import { CancelBooking, useCancelBooking } from '#/appointments/web/CancelBooking.tsx'
import { JoinButton } from '#/appointments/web/JoinButton.tsx'
import { StatusChip } from '#/appointments/web/StatusChip.tsx'
import { answerLine, contactText, moreDaysText, petNames, proposalLine } from '#/appointments/web/words.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { MessageButton } from '#/messaging/web/index.ts'
import { PayNow } from '#/payments/web/index.ts'
import { startedText, VisitButton } from '#/sitting/web/card/VisitButton.tsx'
import { useAskedMove } from '#/sitting/web/move/moves.ts'
import { AppointmentRow } from './AppointmentRow.tsx'
import { countdown } from './countdown.ts'

export function BookingRow({ appointment, now }: { appointment: ListedAppointment; now: Date }) {
  const booking = useCancelBooking(appointment)
  const { provider, pets, status, payment, awaitsPayment, providerBarred } = booking.shown
  const { name } = provider
  const names = petNames(pets)
  const asked = useAskedMove(booking.shown, now)
  const line = asked?.askedBy === 'sitter' ? answerLine(asked.answerBy, booking.shown.timeZone, now) : null
  return (
    <AppointmentRow
      appointment={booking.shown}
      now={now}
      picture={<Portrait person={provider} size={52} />}
      name={name}
      to="/appointments?side=bookings&tab=upcoming"
      when={
        line ??
        proposalLine(booking.shown, now) ??
        startedText(booking.shown, now) ??
        countdown(booking.shown, now)
      }
      about={[
        names && `with ${names}`,
        contactText(booking.shown) ?? provider.location,
        moreDaysText(appointment),
      ]}
      chip={
        <StatusChip status={status} phase={booking.shown.phase} isEndedEarly={hasEndedEarly(booking.shown)} />
      }
      actions={
        <>
          <CancelBooking booking={booking} now={now} />
          <MessageButton bookingId={booking.shown.id} name={name} />
          {payment && awaitsPayment && isBlocking(status) && !providerBarred && (
            <PayNow paymentId={payment.id} spoken={`Pay now for ${name}`} />
          )}
          <VisitButton side="owner" appointment={booking.shown} other={name} now={now} />
          <JoinButton appointment={booking.shown} now={now} spoken={`Join ${name}`} />
        </>
      }
    />
  )
}
