import '@mantine/core/styles/UnstyledButton.css'
import { telephone } from '#/kernel/phone.ts'
import { PinIcon } from '#/location/web/index.ts'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isBlocking, movesOf } from '#/booking/rules.ts'
import { formatDay } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { PhoneIcon } from '../icons.tsx'
import { Portrait } from '../Portrait.tsx'
import { AppointmentCard } from './AppointmentCard.tsx'
import { useCancel } from './useMove.ts'
import { endForOwner } from './words.ts'

/** An appointment for the owner who booked it, with what they can do about it now. */
export function OwnerAppointment({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancel(() => setAsking(false))
  const isCancelled = cancel.isPending && !asking
  const shown: Appointment = isCancelled
    ? { ...appointment, status: 'cancelled', cancelledBy: 'owner' }
    : appointment
  const { id, vet, date, startTime, endTime } = shown
  const doctor = doctorName(vet.fullName)
  return (
    <AppointmentCard
      appointment={shown}
      now={now}
      portrait={<Portrait person={vet} size={56} />}
      name={doctor}
      about={vet.specialization}
      facts={
        <>
          <li>
            <PinIcon />
            <span>{vet.location}</span>
          </li>
          {vet.phoneNumber && isBlocking(shown.status) && (
            <li>
              <PhoneIcon />
              <a className="tabular" href={telephone(vet.phoneNumber)}>
                {vet.phoneNumber}
              </a>
            </li>
          )}
        </>
      }
      end={endForOwner(shown)}
      actions={
        <>
          {movesOf('owner', shown, now).includes('cancel') && (
            <ConfirmButton
              label="Cancel"
              spoken={`Cancel the appointment with ${doctor}`}
              onOpen={() => setAsking(true)}
              opened={asking}
              title="Cancel this appointment?"
              reason="optional"
              reasonHint={`${doctor} will read it.`}
              confirm="Cancel appointment"
              busy="Cancelling..."
              keep="Keep appointment"
              isBusy={cancel.isPending}
              onConfirm={(reason) => cancel.move({ id, ...(reason && { reason }) })}
              onClose={() => setAsking(false)}
            >
              <p>
                <strong>{doctor}</strong>, {formatDay(date)},{' '}
                <span className="tabular">
                  {startTime}-{endTime}
                </span>
              </p>
              <p>We tell {doctor}. You have not paid anything here, so there is nothing to refund.</p>
            </ConfirmButton>
          )}
          {!isBlocking(shown.status) && (
            <Button
              component={Link}
              to={`/services/book-a-vet?vet=${vet.id}`}
              variant="default"
              aria-label={`Book ${doctor} again`}
            >
              Book again
            </Button>
          )}
        </>
      }
    />
  )
}
