import type { PetDetails } from '#/pets/contract.ts'
import { healthFields } from '#/pets/fields.ts'
import { healthFacts } from './pet-facts.ts'
import { RecordSection } from './RecordSection.tsx'

export const HealthSection = ({ pet }: { pet: PetDetails }) => (
  <RecordSection
    pet={pet}
    title="Health"
    of={healthFields}
    facts={healthFacts(pet)}
    empty="Nothing added yet. A vet asks about allergies and medicines first."
  />
)
