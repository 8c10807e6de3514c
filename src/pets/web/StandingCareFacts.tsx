import type { StandingCare } from '#/pets/contract.ts'
import { FactList } from './FactList.tsx'
import { careFacts, healthFacts, temperamentFacts } from './pet-facts.ts'

/** Shows the care facts that somebody minding the pet needs, dangers first. */
export function StandingCareFacts({ care }: { care: StandingCare }) {
  return (
    <FactList
      facts={[...healthFacts(care), ...careFacts(care), ...temperamentFacts(care)]}
      empty="The owner hasn’t added anything to the pet’s page yet."
    />
  )
}
