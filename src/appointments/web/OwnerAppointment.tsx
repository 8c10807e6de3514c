import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Appointment } from '#/appointments/contract.ts'
import { isBlocking, movesOf } from '#/appointments/rules.ts'
import { isWithdrawn } from '#/appointments/withdrawn.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { PinIcon } from '#/location/web/index.ts'
import { MessageButton } from '#/messaging/web/index.ts'
import { disputeNextText } from '#/payments/text.ts'
import { PayNow } from '#/payments/web/index.ts'
import { AbsenceButton } from './AbsenceButton.tsx'
import { AgreeEarlyEnd } from './AgreeEarlyEnd.tsx'
import css from './AppointmentCard.module.css'
import { AppointmentCard } from './AppointmentCard.tsx'
import { CancelBooking, useCancelBooking } from './CancelBooking.tsx'
import { ContestButton } from './ContestButton.tsx'
import type { CardParts } from './card-parts.ts'
import { ClockIcon, HomeIcon, PhoneIcon } from './icons.tsx'
import { JoinButton, joinText } from './JoinButton.tsx'
import { MoreLinks } from './MoreLinks.tsx'
import { ProposedTime } from './ProposedTime.tsx'
import { RescheduleButton } from './RescheduleButton.tsx'
import { mayTakeRefund, TakeRefund } from './TakeRefund.tsx'
import { aboutProvider, answeredByText, claimForOwner, earlyEndForOwner, endForOwner } from './words.ts'

type Props = {
  appointment: Appointment
  now: Date
  parts: CardParts<Appointment>
  /** The other days of its series. */
  days?: ReactNode
  /** On the card of its series. */
  isDay?: boolean
}

export function OwnerAppointment({ appointment, now, parts, days, isDay = false }: Props) {
  const booking = useCancelBooking(appointment)
  const { shown } = booking
  const { provider, isOnline, address } = shown
  const { name, location, phoneNumber, bookingPath } = provider
  const meeting = joinText(shown)
  const answeredBy = answeredByText(shown, now)
  const takesRefund = mayTakeRefund(shown, now)
  const claim = claimForOwner(shown, movesOf('owner', shown, now).includes('contest_no_show'))
  const earlyEnd = earlyEndForOwner(shown)
  return (
    <AppointmentCard
      appointment={shown}
      now={now}
      days={
        <>
          {!isDay && parts.series(shown, now)}
          {days}
        </>
      }
      isDay={isDay}
      portrait={<Portrait person={provider} size={56} />}
      name={name}
      about={aboutProvider(shown)}
      facts={
        <>
          {answeredBy && (
            <li>
              <ClockIcon />
              <span className="tabular">{answeredBy}</span>
            </li>
          )}
          {address !== null ? (
            <li>
              <HomeIcon />
              <span className={css.address}>At your home: {address}</span>
            </li>
          ) : (
            !isOnline &&
            location && (
              <li>
                <PinIcon />
                <span>{location}</span>
              </li>
            )
          )}
          {phoneNumber && isBlocking(shown.status) && (
            <li>
              <PhoneIcon />
              <a className="tabular" href={telephone(phoneNumber)}>
                {formatPhone(phoneNumber)}
              </a>
            </li>
          )}
        </>
      }
      rating={parts.rating(shown)}
      more={
        <>
          <ProposedTime appointment={shown} now={now} />
          {parts.pictures(shown, now)}
          {meeting && <p className={css.note}>{meeting}</p>}
          {claim && <p className={css.note}>{claim}</p>}
          {earlyEnd && <p className={css.warning}>{earlyEnd}</p>}
          {shown.providerBarred && isBlocking(shown.status) && (
            <p className={css.note}>
              {name} can’t take appointments at the moment, so this may not take place.
            </p>
          )}
          {shown.payment?.isDisputed && <p className={css.note}>{disputeNextText.owner}</p>}
        </>
      }
      links={<MoreLinks appointment={shown} now={now} more={isDay ? null : parts.links(shown, now)} />}
      end={endForOwner(shown)}
      instead={parts.instead?.(shown, now)}
      actions={
        <>
          {!takesRefund && (
            <>
              <CancelBooking booking={booking} now={now} />
              <RescheduleButton appointment={shown} now={now} />
            </>
          )}
          {!shown.startedAt && !shown.stoppedAt && <AbsenceButton appointment={shown} now={now} />}
          <ContestButton appointment={shown} now={now} />
          {takesRefund && <TakeRefund appointment={shown} now={now} />}
          {shown.payment && shown.awaitsPayment && isBlocking(shown.status) && !shown.providerBarred && (
            <PayNow paymentId={shown.payment.id} spoken={`Pay now for ${name}`} />
          )}
          {!isWithdrawn(shown) && <MessageButton bookingId={shown.id} name={name} />}
          <JoinButton appointment={shown} now={now} spoken={`Join ${name}`} />
          {parts.actions(shown, now)}
          {(shown.startedAt || shown.stoppedAt) && <AbsenceButton appointment={shown} now={now} />}
          <AgreeEarlyEnd appointment={shown} now={now} />
          {!isBlocking(shown.status) && (
            <Button
              component={Link}
              to={bookingPath}
              variant="default"
              aria-label={`Book again with ${name}`}
            >
              Book again
            </Button>
          )}
        </>
      }
    />
  )
}
