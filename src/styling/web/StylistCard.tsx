import { memo } from 'react'
import { type CardProps, experienceText, ProviderCard } from '#/appointments/web/index.ts'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { Stylist } from '#/styling/contract.ts'
import { BadgeIcon, ScissorsIcon } from './icons.tsx'

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
      about={yearsExperience === null ? 'Pet stylist' : experienceText(yearsExperience)}
      rating={<ReviewsButton provider={stylist} />}
      facts={[
        { icon: <ScissorsIcon />, term: 'Services', text: specializations.join(', ') },
        ...(isVerified ? [{ icon: <BadgeIcon />, term: 'Checked by us', text: 'Verified' }] : []),
      ]}
      price={{ term: 'Per hour', amount: hourlyRate, unknown: '' }}
    />
  )
})
