import type { PetDetails } from '#/pets/contract.ts'
import { dailyFields } from '#/pets/fields.ts'
import { careFacts } from './pet-facts.ts'
import { RecordSection } from './RecordSection.tsx'

export const CareSection = ({ pet }: { pet: PetDetails }) => (
  <RecordSection
    pet={pet}
    title="Daily care"
    of={dailyFields}
    facts={careFacts(pet)}
    empty="Nothing added yet. It helps anyone who looks after your pet."
  />
)
