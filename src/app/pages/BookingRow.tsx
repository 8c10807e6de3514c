import { MessageButton } from '#/messaging/web/index.ts'
import { PayNow } from '#/payments/web/index.ts'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '#/veterinary/names.ts'
import { CancelBooking, useCancelBooking } from '#/veterinary/web/appointments/CancelBooking.tsx'
import { JoinButton } from '#/veterinary/web/appointments/JoinButton.tsx'
import { StatusChip } from '#/veterinary/web/appointments/StatusChip.tsx'
import { contactText } from '#/veterinary/web/appointments/words.ts'
import { Portrait } from '#/veterinary/web/Portrait.tsx'
import { AppointmentRow } from './AppointmentRow.tsx'
import { countdown } from './countdown.ts'

/** A booking as its owner sees it. */
export function BookingRow({ appointment, now }: { appointment: Appointment; now: Date }) {
  const booking = useCancelBooking(appointment)
  const { vet, pet, status, payment, awaitsPayment, providerSuspended } = booking.shown
  const doctor = doctorName(vet.fullName)
  return (
    <AppointmentRow
      appointment={booking.shown}
      now={now}
      picture={<Portrait person={vet} size={52} />}
      name={doctor}
      to="/appointments?side=bookings&tab=upcoming"
      when={countdown(booking.shown, now)}
      about={[pet && `with ${pet.name}`, contactText(booking.shown) ?? vet.location]}
      chip={<StatusChip status={status} />}
      actions={
        <>
          <CancelBooking booking={booking} now={now} />
          <MessageButton bookingId={booking.shown.id} name={doctor} />
          {payment && awaitsPayment && status === 'pending' && !providerSuspended && (
            <PayNow paymentId={payment.id} spoken={`Pay now for ${doctor}`} />
          )}
          <JoinButton appointment={booking.shown} now={now} spoken={`Join ${doctor}`} />
        </>
      }
    />
  )
}
