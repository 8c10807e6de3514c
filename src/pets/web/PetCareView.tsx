import type { PetCare } from '#/pets/contract.ts'
import { FactList } from './FactList.tsx'
import css from './PetCareView.module.css'
import { aboutFacts, bodyFacts, careFacts, healthFacts, temperamentFacts } from './pet-facts.ts'
import { today } from './today.ts'
import { VaccinationList } from './VaccinationList.tsx'

/** Shows the booking's provider the pet's care instructions, health first. */
export function PetCareView({ pet }: { pet: PetCare }) {
  const parts = [
    { title: 'Health', facts: healthFacts(pet) },
    { title: 'Daily care', facts: careFacts(pet) },
    { title: 'Temperament', facts: temperamentFacts(pet) },
  ].filter(({ facts }) => facts.some(({ value }) => value))
  return (
    <div className={css.care}>
      <FactList facts={[...aboutFacts(pet, today()), ...bodyFacts(pet)]} />
      {parts.map(({ title, facts }) => (
        <div key={title}>
          <h3>{title}</h3>
          <FactList facts={facts} />
        </div>
      ))}
      {pet.vaccinations.length > 0 && (
        <div>
          <h3>Vaccinations</h3>
          <VaccinationList vaccinations={pet.vaccinations} />
        </div>
      )}
      {parts.length === 0 && pet.vaccinations.length === 0 && (
        <p className={css.more}>The owner hasn’t added anything else yet.</p>
      )}
    </div>
  )
}
