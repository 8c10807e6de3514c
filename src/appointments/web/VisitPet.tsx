import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { Visit } from '#/appointments/contract.ts'
import { isAccepted } from '#/appointments/rules.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { mayReadCare } from '#/pets/rules.ts'
import css from './VisitPet.module.css'

const details = onDemand(() => import('./VisitPetDetails.tsx'))

/** Opens the pets' details, while the provider may read them. */
export function VisitPet({ visit, now }: { visit: Visit; now: Date }) {
  const { id, pets, phase, endsAt } = visit
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const Details = useOnDemand(details, isOpen)
  if (pets.length === 0 || !mayReadCare({ isAccepted: isAccepted(phase), endsAt }, now)) return null
  return (
    <div>
      <Button
        variant="light"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onPointerEnter={details.prefetch}
        onFocus={details.prefetch}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide pet details' : 'Pet details'}
      </Button>
      <div id={panelId} className={css.panel} hidden={!isOpen}>
        {isOpen &&
          (Details ? (
            pets.map((pet) => (
              <section key={pet.id} aria-label={pet.name}>
                {pets.length > 1 && <h3>{pet.name}</h3>}
                <Details visitId={id} petId={pet.id} />
              </section>
            ))
          ) : (
            <p role="status">Loading pet details...</p>
          ))}
      </div>
    </div>
  )
}
