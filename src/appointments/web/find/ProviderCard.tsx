import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ClockIcon, HomeIcon, PhoneIcon } from '#/appointments/web/icons.tsx'
import { priceText } from '#/appointments/web/price-text.ts'
import type { Money } from '#/kernel/money.ts'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import { ReportPerson } from '#/messaging/web/index.ts'
import { homeVisits } from '#/verification/text.ts'
import { Bio } from './Bio.tsx'
import { CardFrame, type Fact, placeFacts } from './CardFrame.tsx'
import type { CardProps } from './FindProviders.tsx'
import css from './ProviderCard.module.css'
import type { OpenedHere } from './use-address.ts'

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
    comesToOwner?: boolean
  }
  /** The provider's work. */
  about: string
  rating: ReactNode
  /** Facts besides place, hours and phone. */
  facts?: readonly Fact[]
  price: { term: string; amount: Money | null; unknown: string }
}

/** Shows a provider in a list. */
export function ProviderCard({ provider, about, rating, facts = [], price, to, isOwn, onIntent }: Props) {
  const { id, name, location, availability, phoneNumber, bio } = provider
  const intend = () => onIntent(id)
  return (
    <CardFrame
      provider={provider}
      about={about}
      rating={rating}
      corner={!isOwn && <ReportPerson about={{ providerId: id }} name={name} look="icon" />}
      facts={[
        ...placeFacts(location, provider.distanceKm),
        ...(provider.comesToOwner ? [{ icon: <HomeIcon />, ...homeVisits }] : []),
        ...(availability ? [{ icon: <ClockIcon />, term: 'Availability', text: availability }] : []),
        ...(phoneNumber ? [phoneFact(phoneNumber)] : []),
        ...facts,
      ]}
    >
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
    </CardFrame>
  )
}

const phoneFact = (number: string): Fact => ({
  icon: <PhoneIcon />,
  term: 'Phone',
  text: <a href={telephone(number)}>{formatPhone(number)}</a>,
})
