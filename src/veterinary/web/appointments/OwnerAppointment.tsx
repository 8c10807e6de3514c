import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { isBlocking, movesOf } from '#/booking/rules.ts'
import { VisitNoteButton } from '#/care/web/index.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { PinIcon } from '#/location/web/index.ts'
import { MessageButton } from '#/messaging/web/index.ts'
import { disputeNextText } from '#/payments/text.ts'
import { PayNow } from '#/payments/web/index.ts'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { PhoneIcon } from '../icons.tsx'
import { Portrait } from '../Portrait.tsx'
import { RateButton } from '../reviews/RateButton.tsx'
import { AbsenceButton } from './AbsenceButton.tsx'
import css from './AppointmentCard.module.css'
import { AppointmentCard } from './AppointmentCard.tsx'
import { CancelBooking, useCancelBooking } from './CancelBooking.tsx'
import { ContestButton } from './ContestButton.tsx'
import { JoinButton, joinText } from './JoinButton.tsx'
import { MoreLinks } from './MoreLinks.tsx'
import { RescheduleButton } from './RescheduleButton.tsx'
import { mayTakeRefund, TakeRefund } from './TakeRefund.tsx'
import { claimForOwner, endForOwner } from './words.ts'

/** An appointment for the owner who booked it, with what they can do about it now. */
export function OwnerAppointment({ appointment, now }: { appointment: Appointment; now: Date }) {
  const booking = useCancelBooking(appointment)
  const { shown } = booking
  const { vet } = shown
  const doctor = doctorName(vet.fullName)
  const meeting = joinText(shown)
  const takesRefund = mayTakeRefund(shown, now)
  const claim = claimForOwner(shown, movesOf('owner', shown, now).includes('contest_no_show'))
  return (
    <AppointmentCard
      appointment={shown}
      now={now}
      portrait={<Portrait person={vet} size={56} />}
      name={doctor}
      about={vet.specialization}
      facts={
        <>
          {shown.appointmentType === 'in_person' && (
            <li>
              <PinIcon />
              <span>{vet.location}</span>
            </li>
          )}
          {vet.phoneNumber && isBlocking(shown.status) && (
            <li>
              <PhoneIcon />
              <a className="tabular" href={telephone(vet.phoneNumber)}>
                {formatPhone(vet.phoneNumber)}
              </a>
            </li>
          )}
        </>
      }
      more={
        <>
          {meeting && <p className={css.note}>{meeting}</p>}
          {claim && <p className={css.note}>{claim}</p>}
          {shown.providerSuspended && isBlocking(shown.status) && (
            <p className={css.note}>The account of {doctor} is suspended, so this may not take place.</p>
          )}
          {shown.payment?.isDisputed && <p className={css.note}>{disputeNextText.owner}</p>}
        </>
      }
      links={<MoreLinks appointment={shown} now={now} />}
      end={endForOwner(shown)}
      actions={
        <>
          {!takesRefund && (
            <>
              <CancelBooking booking={booking} now={now} />
              <RescheduleButton appointment={shown} now={now} />
            </>
          )}
          <AbsenceButton appointment={shown} now={now} />
          <ContestButton appointment={shown} now={now} />
          {takesRefund && <TakeRefund appointment={shown} />}
          {shown.payment && shown.awaitsPayment && shown.status === 'pending' && !shown.providerSuspended && (
            <PayNow paymentId={shown.payment.id} spoken={`Pay now for ${doctor}`} />
          )}
          <MessageButton bookingId={shown.id} name={doctor} />
          <JoinButton appointment={shown} now={now} spoken={`Join ${doctor}`} />
          <RateButton appointment={shown} now={now} />
          <VisitNoteButton side="owner" booking={shown} now={now} />
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
