import { memo } from 'react'
import { type CardProps, ProviderCard } from '#/appointments/web/index.ts'
import { ReviewsButton } from '#/ratings/web/index.ts'
import type { Vet } from '#/veterinary/contract.ts'
import { LicenseIcon } from './icons.tsx'

/** Memoized, so that opening the dialog doesn't render a long list again. */
export const VetCard = memo(function VetCard({ vet, ...props }: CardProps & { vet: Vet }) {
  return (
    <ProviderCard
      {...props}
      provider={vet}
      about={vet.specialization}
      rating={<ReviewsButton provider={vet} />}
      facts={[{ icon: <LicenseIcon />, term: 'Registration number', text: `Reg. no. ${vet.licenseId}` }]}
      price={{ term: 'Consultation fee', amount: vet.consultationFee, unknown: 'Ask the clinic' }}
    />
  )
})
