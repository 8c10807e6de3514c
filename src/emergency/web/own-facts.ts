import type { OwnPet } from '#/emergency/contract.ts'
import { dateText } from '#/emergency/sources.ts'
import type { Day } from '#/kernel/time.ts'
import { ageText } from '#/pets/birth.ts'
import { weightText } from '#/pets/rules.ts'
import { sexText, speciesText } from '#/pets/text.ts'

/** 'Dog, Beagle mix, 3 years'. */
export function petLine(pet: OwnPet, today: Day): string {
  const { species, breed, isMixed, dateOfBirth, isBirthEstimated } = pet
  const kind = breed ? `${breed}${isMixed ? ' mix' : ''}` : isMixed && 'mixed breed'
  const age = dateOfBirth && ageText(dateOfBirth, isBirthEstimated, today)
  return [speciesText[species], kind, age].filter(Boolean).join(', ')
}

/** Returns what a vet asks, dangers first; facts that nobody has entered are left out. */
export function petFacts(pet: OwnPet): { label: string; value: string }[] {
  const { allergies, conditions, medicines, sizeLbs, sex, isNeutered, vaccinations, microchip } = pet
  const given = vaccinations.map(({ name, givenOn }) => `${name}, ${dateText(givenOn)}`)
  const facts = [
    { label: 'Allergies', value: allergies },
    { label: 'Conditions', value: conditions },
    { label: 'Medicines', value: medicines },
    { label: 'Weight', value: sizeLbs === null ? null : weightText(sizeLbs) },
    {
      label: 'Sex',
      value: [sex && sexText[sex], isNeutered && 'neutered or spayed'].filter(Boolean).join(', '),
    },
    { label: 'Last vaccinations', value: given.join('\n') },
    { label: 'Microchip', value: microchip?.replace(/(?<=^(.{3})+)/g, ' ').trim() },
    { label: 'Insurance policy no.', value: pet.insurancePolicyNumber },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}
