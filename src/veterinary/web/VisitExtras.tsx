import { Textarea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useMyPets } from '#/pets/web/index.ts'
import { ContactChoice, type PreferredContact } from './ContactChoice.tsx'
import { PetPicker } from './PetPicker.tsx'
import type { Reach } from './use-reach.ts'
import css from './VisitExtras.module.css'

type Extras = { petId: string; reason: string; contact: PreferredContact }

type Props = {
  value: Extras
  onChange(change: Partial<Extras>): void
  reach: Reach
  /** Something in it was just changed elsewhere. */
  startsOpen: boolean
}

const maxReason = 500

/** What may be said beforehand. Folded on a phone, where it would stand between the times and the button. */
export function VisitExtras({ value, onChange, reach, startsOpen }: Props) {
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [open, setOpen] = useState(wide || startsOpen)
  const { pets } = useMyPets({ all: true })
  const pet = pets.find(({ id }) => id === value.petId)
  const said = [
    pet?.name ?? 'No pet selected',
    value.reason.trim() && 'reason given',
    value.contact === 'phone' ? 'by phone' : 'by email',
  ]
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className={css.extras}>
      <summary>
        Pet, reason and contact
        <small>{open ? 'All optional' : said.filter(Boolean).join(', ')}</small>
      </summary>
      <div className={css.columns}>
        <div className={css.choices}>
          <PetPicker value={value.petId} onChange={(petId) => onChange({ petId })} />
          <ContactChoice value={value.contact} onChange={(contact) => onChange({ contact })} reach={reach} />
        </div>
        <Textarea
          label="Reason for the visit (optional)"
          description="What should the vet know beforehand?"
          rows={4}
          maxLength={maxReason}
          value={value.reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}
