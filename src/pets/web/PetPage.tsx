import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { petNotFoundText } from '#/pets/text.ts'
import { AboutSection } from './AboutSection.tsx'
import { BodySection } from './BodySection.tsx'
import { CareSection } from './CareSection.tsx'
import { renewLinks } from './certificate-links.ts'
import { HealthSection } from './HealthSection.tsx'
import { PetHeader } from './PetHeader.tsx'
import css from './PetPage.module.css'
import { PetStatusActions } from './PetStatusActions.tsx'
import { PetStatusNotice } from './PetStatusNotice.tsx'
import { pets } from './pets.ts'
import { TemperamentSection } from './TemperamentSection.tsx'
import { usePageTitle } from './use-page-title.ts'
import { VaccinationsSection } from './VaccinationsSection.tsx'

type Props = { petId: string; Doors: ComponentType<{ petId: string }> }

export default function PetPage({ petId, Doors }: Props) {
  const { data, error, isPending, refetch } = useQuery(
    pets.query.get.queryOptions({ input: { id: petId }, refetchInterval: renewLinks }),
  )
  if (data) return <Sections pet={data} doors={data.status === 'active' && <Doors petId={petId} />} />
  if (isPending) return <Skeleton />
  // An address without a valid id is answered as malformed.
  const isUnknown = ['request.not_found', 'request.malformed'].includes(errorCode(error))
  return (
    <div className={css.message} role={isUnknown ? undefined : 'alert'}>
      <Drawing name={isUnknown ? 'no-results' : 'something-went-wrong'} width={200} />
      <h1>{isUnknown ? petNotFoundText : errorText(error)}</h1>
      {isUnknown ? (
        <Button component={Link} to="/dashboard">
          Go to your pets
        </Button>
      ) : (
        <Button onClick={() => void refetch()}>Retry</Button>
      )}
    </div>
  )
}

function Sections({ pet, doors }: { pet: PetDetails; doors: ReactNode }) {
  usePageTitle(pet.name)
  return (
    <div className={css.page}>
      <PetHeader pet={pet}>{doors}</PetHeader>
      <PetStatusNotice pet={pet} />
      <p className={css.lead}>
        Providers you book see your pet’s name, kind, breed and photo. Once they accept a booking, and until
        14 days after it ends, they see the rest too. They never see the microchip number.
      </p>
      <AboutSection pet={pet} />
      <BodySection pet={pet} />
      <HealthSection pet={pet} />
      <VaccinationsSection pet={pet} />
      <CareSection pet={pet} />
      <TemperamentSection pet={pet} />
      <PetStatusActions pet={pet} />
    </div>
  )
}

function Skeleton() {
  return (
    <div className={css.page} role="status" aria-label="Loading the pet">
      <div className={css.ghostHead} />
      <div className={css.ghost} />
      <div className={css.ghost} />
      <div className={css.ghost} />
    </div>
  )
}
