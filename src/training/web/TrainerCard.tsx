import { Award, CircleCheck, Monitor, Package } from 'lucide'
import { memo } from 'react'
import { type CardProps, experienceText, ProviderCard } from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { Trainer } from '#/training/contract.ts'

/** Memoized, so that opening the dialog doesn't render a long list again. */
export const TrainerCard = memo(function TrainerCard({
  trainer,
  ...props
}: CardProps & { trainer: Trainer }) {
  const {
    specializations,
    yearsExperience: years,
    offersInPerson,
    offersOnline,
    isVerified,
    hourlyRate,
    packagesFrom,
  } = trainer
  return (
    <ProviderCard
      {...props}
      provider={{ ...trainer, phoneNumber: null }}
      about={specializations.join(', ')}
      rating={<ReviewsButton provider={trainer} />}
      facts={[
        ...(years === null
          ? []
          : [{ icon: <LineIcon icon={Award} />, term: 'Experience', text: experienceText(years) }]),
        ...(offersOnline
          ? [
              {
                icon: <LineIcon icon={Monitor} />,
                term: 'Online',
                text: offersInPerson ? 'Also trains online' : 'Trains online only',
              },
            ]
          : []),
        ...(packagesFrom
          ? [
              {
                icon: <LineIcon icon={Package} />,
                term: 'Packages',
                text: `Packages from ${formatMoney(packagesFrom)}`,
              },
            ]
          : []),
        ...(isVerified
          ? [{ icon: <LineIcon icon={CircleCheck} />, term: 'Checked by us', text: 'Verified' }]
          : []),
      ]}
      price={{ term: 'Per hour', amount: hourlyRate, unknown: '' }}
    />
  )
})
