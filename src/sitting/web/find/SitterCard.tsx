import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { CardFrame, experienceText, placeFacts } from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { ReviewsButton } from '#/ratings/web/index.ts'
import { estimateOf } from '#/sitting/estimate.ts'
import type { Plan } from '#/sitting/plan.ts'
import type { Sitter } from '#/sitting/shapes.ts'
import { fitText, serviceText } from '#/sitting/text.ts'
import { BadgeIcon } from '#/sitting/web/icons.tsx'
import { PhotosButton } from '#/sitting/web/PhotosButton.tsx'
import { nightPrice, ratesOf } from '#/sitting/web/rates.ts'
import { type FoundSitter, sitterById } from '#/sitting/web/sitting.ts'
import { requestPath, type SitterAddress, sitterPath } from './address.ts'
import css from './SitterCard.module.css'
import { estimateText } from './search-words.ts'

const mostServices = 3

type Props = {
  sitter: FoundSitter
  address: SitterAddress
  /** The plan for the price estimate. */
  plan: Plan | null
}

export function SitterCard({ sitter, address, plan }: Props) {
  const { id, name, location, distanceKm, services, experienceYears, isVerified, reasons } = sitter
  const more = services.length - mostServices
  const profile = sitterPath(id, address)
  const prefetch = () => void queryClient.prefetchQuery(sitterById(id))
  return (
    <CardFrame
      provider={sitter}
      heading={
        <Link className={css.name} to={profile} onPointerEnter={prefetch}>
          {name}
        </Link>
      }
      about={experienceText(experienceYears)}
      rating={<ReviewsButton provider={sitter} />}
      facts={[
        ...placeFacts(location, distanceKm),
        ...(isVerified ? [{ icon: <BadgeIcon />, term: 'Checked by us', text: 'Verified' }] : []),
      ]}
    >
      {reasons.length > 0 && (
        <p className={css.reasons}>{reasons.map((reason) => fitText[reason]).join(' · ')}</p>
      )}
      <ul className={css.services} aria-label="Services">
        {services.slice(0, mostServices).map((service) => (
          <li key={service}>{serviceText[service]}</li>
        ))}
        {more > 0 && <li>+{more} more</li>}
      </ul>
      <footer className={css.foot}>
        <Prices sitter={sitter} plan={plan} />
        <div className={css.actions}>
          <Button
            component={Link}
            to={requestPath(id, address)}
            aria-label={`Send Booking Request to ${name}`}
          >
            Send Booking Request
          </Button>
          <Button
            component={Link}
            to={profile}
            variant="default"
            aria-label={`View Details of ${name}`}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            View Details
          </Button>
          <PhotosButton sitter={sitter} />
        </div>
      </footer>
    </CardFrame>
  )
}

function Prices({ sitter, plan }: { sitter: Sitter; plan: Plan | null }) {
  const { services, hourlyRate } = sitter
  return (
    <div className={css.prices}>
      <p>
        <strong>{formatMoney(hourlyRate)}</strong> per hour
      </p>
      {services.includes('hostel-checkin') && (
        <p>
          <strong>{formatMoney(nightPrice(sitter))}</strong> per night
        </p>
      )}
      {plan && <p className={css.estimate}>{estimateText(plan, estimateOf(plan, ratesOf(sitter)))}</p>}
    </div>
  )
}
