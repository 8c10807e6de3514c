import { memo } from 'react'
import { type CardProps, ProviderCard } from '#/appointments/web/index.ts'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { Stylist } from '#/styling/contract.ts'
import { BadgeIcon, ScissorsIcon } from './icons.tsx'

const years = (count: number) => `${count} ${count === 1 ? 'year' : 'years'} of experience`

/** Memoized, so that opening the dialog doesn't render a long list again. */
export const StylistCard = memo(function StylistCard({
  stylist,
  ...props
}: CardProps & { stylist: Stylist }) {
  const { specializations, yearsExperience, isVerified, hourlyRate } = stylist
  return (
    <ProviderCard
      {...props}
      provider={{ ...stylist, phoneNumber: null }}
      about={yearsExperience ? years(yearsExperience) : 'Pet stylist'}
      rating={<ReviewsButton provider={stylist} />}
      facts={[
        { icon: <ScissorsIcon />, term: 'Services', text: specializations.join(', ') },
        ...(isVerified ? [{ icon: <BadgeIcon />, term: 'Checked by us', text: 'Verified' }] : []),
      ]}
      price={{ term: 'Per hour', amount: hourlyRate, unknown: '' }}
    />
  )
})
