import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Booked as Answer } from '#/appointments/contract.ts'
import { payByText } from '#/appointments/terms.ts'
import { feeText, petNames } from '#/appointments/web/words.ts'
import { BookingDialogFooter } from '#/booking/web/index.ts'
import { formatDay, zoneLabel } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { useMyPets } from '#/pets/web/index.ts'
import css from './Booked.module.css'

type Props = {
  booked: Answer
  /** 'visit' */
  noun: string
  /** The provider's name. */
  name: string
  /** The place, or the way to meet. */
  place: string | null
  petIds: readonly string[]
  onClose: () => void
}

/** Confirms the request or booking, and says what happens next. */
export function Booked({ booked, noun, name, place, petIds, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { date, startTime, endTime, startsAt, timeZone, payment, status } = booked
  const { pets } = useMyPets({ all: true })
  const own = pets.filter(({ id }) => petIds.includes(id))
  const isConfirmed = status === 'confirmed'
  const fee = feeText({ ...booked, noun })
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  return (
    <>
      <div className={css.booked}>
        <Drawing name="success" className={css.drawing} />
        <h3 ref={heading} tabIndex={-1}>
          {isConfirmed
            ? `Your ${noun} is confirmed`
            : payment
              ? `Your ${noun} is booked`
              : 'Your request is on its way'}
        </h3>
        <p>
          {isConfirmed
            ? `We’ve told ${name}, and we’ll remind you before it starts.`
            : payment
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
            {place && <small>{place}</small>}
          </Line>
          {own.length > 0 && (
            <Line term={own.length === 1 ? 'Pet' : 'Pets'}>
              {petNames(own)}
              {own.length === 1 && own[0]!.breed && <small>{own[0]!.breed}</small>}
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

function howToPay({ chargeAt, payBy }: NonNullable<Answer['payment']>, timeZone: string): string {
  if (chargeAt) return 'You can pay under My appointments at any time.'
  return `${payByText(payBy!, timeZone, new Date())} Otherwise the slot will be released. You’ll find it under My appointments.`
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
