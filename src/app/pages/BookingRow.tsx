import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '#/veterinary/names.ts'
import { CancelBooking, useCancelBooking } from '#/veterinary/web/appointments/CancelBooking.tsx'
import { StatusChip } from '#/veterinary/web/appointments/StatusChip.tsx'
import { Portrait } from '#/veterinary/web/Portrait.tsx'
import { AppointmentRow } from './AppointmentRow.tsx'
import { countdown } from './countdown.ts'

/** A booking as its owner sees it. */
export function BookingRow({ appointment, now }: { appointment: Appointment; now: Date }) {
  const booking = useCancelBooking(appointment)
  const { vet, pet, status } = booking.shown
  return (
    <AppointmentRow
      appointment={booking.shown}
      now={now}
      picture={<Portrait person={vet} size={52} />}
      name={doctorName(vet.fullName)}
      to="/appointments?side=bookings&tab=upcoming"
      when={countdown(booking.shown, now)}
      about={[pet && `with ${pet.name}`, vet.location]}
      chip={<StatusChip status={status} />}
      actions={<CancelBooking booking={booking} now={now} />}
    />
  )
}
