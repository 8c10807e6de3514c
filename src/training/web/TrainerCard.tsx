import { memo } from 'react'
import { type CardProps, ProviderCard } from '#/appointments/web/index.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { Trainer } from '#/training/contract.ts'

/** Remembered, so that opening the dialog over a long list does not draw the list again. */
export const TrainerCard = memo(function TrainerCard({
  trainer,
  ...props
}: CardProps & { trainer: Trainer }) {
  const { specializations, yearsExperience: years, offersOnline, isVerified, hourlyRate } = trainer
  return (
    <ProviderCard
      {...props}
      provider={{ ...trainer, phoneNumber: null }}
      about={specializations.join(', ')}
      rating={<ReviewsButton provider={trainer} />}
      facts={[
        ...(years === null ? [] : [{ icon: <MedalIcon />, term: 'Experience', text: yearsText(years) }]),
        ...(offersOnline ? [{ icon: <ScreenIcon />, term: 'Online', text: 'Also trains online' }] : []),
        ...(isVerified ? [{ icon: <CheckIcon />, term: 'Checked', text: 'Verified' }] : []),
      ]}
      price={{ term: 'Per hour', amount: hourlyRate, unknown: '' }}
    />
  )
})

const yearsText = (years: number) => (years === 1 ? '1 year of experience' : `${years} years of experience`)

const MedalIcon = () => (
  <LineIcon>
    <circle cx="12" cy="14.5" r="5" />
    <path d="m9 4 3 5.5L15 4M12 12.5v4" />
  </LineIcon>
)

const ScreenIcon = () => (
  <LineIcon>
    <rect x="3.5" y="5" width="17" height="11" rx="2" />
    <path d="M9 20h6M12 16v4" />
  </LineIcon>
)

const CheckIcon = () => (
  <LineIcon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.5 12.2 2.4 2.4 4.6-5" />
  </LineIcon>
)
