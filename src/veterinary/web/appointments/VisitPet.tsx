import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { isAccepted } from '#/booking/rules.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { mayReadCare } from '#/pets/rules.ts'
import type { Visit } from '#/veterinary/contract.ts'
import css from './VisitPet.module.css'

const details = onDemand(() => import('./VisitPetDetails.tsx'))

/** The way to what the owner has told of the pet, while the vet may read it. */
export function VisitPet({ visit, now }: { visit: Visit; now: Date }) {
  const { id, pet, status, endsAt } = visit
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const Details = useOnDemand(details, isOpen)
  if (!pet || !mayReadCare({ isAccepted: isAccepted(status), endsAt }, now)) return null
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
        {isOpen && (Details ? <Details visitId={id} /> : <p role="status">Loading pet details...</p>)}
      </div>
    </div>
  )
}
