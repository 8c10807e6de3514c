import { Button } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { PinIcon } from '#/location/web/index.ts'
import type { Vet } from '../contract.ts'
import { doctorName } from '../names.ts'
import { Bio } from './Bio.tsx'
import { feeText } from './doctor.ts'
import { ClockIcon, LicenseIcon, PhoneIcon } from './icons.tsx'
import { Portrait } from './Portrait.tsx'
import { ReviewsButton } from './reviews/ReviewsButton.tsx'
import type { OpenedHere } from './use-address.ts'
import css from './VetCard.module.css'

type Props = {
  vet: Vet
  /** The same list with this vet's dialog open. */
  to: string
  /** The card of whoever looks at it. */
  isOwn: boolean
  /** Someone is about to choose this vet. */
  onIntent: (vetId: string) => void
}

/** Remembered, so that opening the dialog over a long list does not draw the list again. */
export const VetCard = memo(function VetCard({ vet, to, isOwn, onIntent }: Props) {
  const name = doctorName(vet.fullName)
  const intend = () => onIntent(vet.id)
  return (
    <article className={css.card}>
      <header className={css.head}>
        <Portrait person={vet} />
        <div className={css.who}>
          <h2 className={css.name}>{name}</h2>
          <p className={css.specialization}>{vet.specialization}</p>
          <ReviewsButton vet={vet} />
        </div>
      </header>
      <dl className={css.facts}>
        <Fact icon={<PinIcon />} term="Location">
          {vet.location}
        </Fact>
        {vet.availability && (
          <Fact icon={<ClockIcon />} term="Availability">
            {vet.availability}
          </Fact>
        )}
        {vet.phoneNumber && (
          <Fact icon={<PhoneIcon />} term="Phone">
            <a href={telephone(vet.phoneNumber)}>{formatPhone(vet.phoneNumber)}</a>
          </Fact>
        )}
        <Fact icon={<LicenseIcon />} term="Registration number">
          Reg. no. {vet.licenseId}
        </Fact>
      </dl>
      {vet.bio && <Bio text={vet.bio} of={name} />}
      <footer className={css.foot}>
        <p className={css.fee}>
          <span>Consultation fee</span>
          {vet.consultationFee ? <strong>{feeText(vet.consultationFee)}</strong> : 'Ask the clinic'}
        </p>
        {isOwn ? (
          <p className={css.own}>This is you. You can’t book yourself.</p>
        ) : (
          <Button
            component={Link}
            to={to}
            preventScrollReset
            state={{ openedHere: true } satisfies OpenedHere}
            aria-label={`Book with ${name}`}
            onPointerEnter={intend}
            onFocus={intend}
            onTouchStart={intend}
          >
            Book
          </Button>
        )}
      </footer>
    </article>
  )
})

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon}
        <span className={css.spoken}>{term}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
