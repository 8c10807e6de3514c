import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ClockIcon, PhoneIcon } from '#/appointments/web/icons.tsx'
import { priceText } from '#/appointments/web/price-text.ts'
import type { Money } from '#/kernel/money.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { PinIcon } from '#/location/web/index.ts'
import { Bio } from './Bio.tsx'
import type { CardProps } from './FindProviders.tsx'
import css from './ProviderCard.module.css'
import type { OpenedHere } from './use-address.ts'

type Fact = { icon: ReactNode; term: string; text: ReactNode }

type Props = CardProps & {
  provider: {
    id: string
    name: string
    imageUrl: string | null
    location: string | null
    availability: string | null
    phoneNumber: string | null
    bio: string | null
    distanceKm?: number | null
  }
  /** Their work. */
  about: string
  rating: ReactNode
  /** More than where, when and how to call. */
  facts?: readonly Fact[]
  price: { term: string; amount: Money | null; unknown: string }
}

/** A provider in a list. */
export function ProviderCard({ provider, about, rating, facts = [], price, to, isOwn, onIntent }: Props) {
  const { id, name, location, availability, phoneNumber, bio } = provider
  const intend = () => onIntent(id)
  return (
    <article className={css.card}>
      <header className={css.head}>
        <Portrait person={provider} />
        <div className={css.who}>
          <h2 className={css.name}>{name}</h2>
          <p className={css.specialization}>{about}</p>
          {rating}
        </div>
      </header>
      <dl className={css.facts}>
        {location && (
          <OneFact
            icon={<PinIcon />}
            term="Location"
            text={`${location}${distanceText(provider.distanceKm)}`}
          />
        )}
        {availability && <OneFact icon={<ClockIcon />} term="Availability" text={availability} />}
        {phoneNumber && (
          <OneFact
            icon={<PhoneIcon />}
            term="Phone"
            text={<a href={telephone(phoneNumber)}>{formatPhone(phoneNumber)}</a>}
          />
        )}
        {facts.map((fact) => (
          <OneFact key={fact.term} {...fact} />
        ))}
      </dl>
      {bio && <Bio text={bio} of={name} />}
      <footer className={css.foot}>
        <p className={css.fee}>
          <span>{price.term}</span>
          {price.amount ? <strong>{priceText(price.amount)}</strong> : price.unknown}
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
}

/** Positions are known to about a kilometre, so no distance is said to be less. */
function distanceText(km: number | null | undefined): string {
  if (km === null || km === undefined) return ''
  return km < 1 ? ' · about 1 km away' : ` · about ${km} km away`
}

function OneFact({ icon, term, text }: Fact) {
  return (
    <div>
      <dt>
        {icon}
        <span className={css.spoken}>{term}</span>
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
