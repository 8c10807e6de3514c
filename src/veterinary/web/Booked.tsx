import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { BookingDialogFooter } from '#/booking/web/index.ts'
import { formatDay, zoneLabel } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { Appointment } from '../contract.ts'
import { doctorName } from '../names.ts'
import { payByText } from '../terms.ts'
import { contactText, feeText } from './appointments/words.ts'
import css from './Booked.module.css'

type Props = { appointment: Appointment; onClose: () => void }

/** The request is on its way: what was asked for, and what comes next. */
export function Booked({ appointment, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { vet, pet, date, startTime, endTime, startsAt, timeZone, payment, appointmentType } = appointment
  const fee = feeText(appointment)
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const name = doctorName(vet.fullName)
  return (
    <>
      <div className={css.booked}>
        <Drawing name="success" className={css.drawing} />
        <h3 ref={heading} tabIndex={-1}>
          {payment ? 'Your teleconsultation is booked' : 'Your request is on its way'}
        </h3>
        <p>
          {payment
            ? `It will be confirmed as soon as it’s paid. ${howToPay(payment, timeZone)}`
            : `${name} has it now. We’ll tell you as soon as they answer.`}
        </p>
        <dl className={css.facts}>
          <Line term="When">
            {formatDay(date)},{' '}
            <span className={css.time}>
              {startTime}-{endTime}
            </span>
            {zone && <small>{zone}</small>}
          </Line>
          <Line term="With">
            {name}
            <small>{appointmentType === 'in_person' ? vet.location : contactText(appointment)}</small>
          </Line>
          {pet && (
            <Line term="Pet">
              {pet.name}
              {pet.breed && <small>{pet.breed}</small>}
            </Line>
          )}
          {fee && <Line term="Fee">{fee}</Line>}
        </dl>
      </div>
      <BookingDialogFooter>
        <div className={css.links}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button component={Link} to="/appointments">
            My appointments
          </Button>
        </div>
      </BookingDialogFooter>
    </>
  )
}

function howToPay({ chargeAt, payBy }: NonNullable<Appointment['payment']>, timeZone: string): string {
  if (chargeAt) return 'You can pay under My appointments at any time.'
  return `${payByText(payBy!, timeZone)} Otherwise the slot will be released. You’ll find it under My appointments.`
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
