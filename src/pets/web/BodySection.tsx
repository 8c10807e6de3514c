import { TextInput } from '@mantine/core'
import { problem } from '#/kernel/web/form/use-draft.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { careFields } from '#/pets/fields.ts'
import { fromPounds, readMicrochip, type WeightUnit } from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'
import { AnswerField } from './AnswerField.tsx'
import { EditableSection } from './EditableSection.tsx'
import { bodyFacts, chipFact } from './pet-facts.ts'
import { weightProblem } from './pet-form.ts'
import { WeightField } from './WeightField.tsx'
import { poundsOf, type TypedWeight } from './weight.ts'

type Draft = Pick<PetDetails, 'isNeutered'> & { weight: TypedWeight; unit: WeightUnit; microchip: string }

const draftOf = ({ sizeLbs, isNeutered, microchip }: PetDetails): Draft => ({
  weight: { text: sizeLbs === null ? '' : String(fromPounds(sizeLbs, 'kg')), unit: 'kg' },
  unit: 'kg',
  isNeutered,
  microchip: microchip ?? '',
})

const problemsOf = ({ weight, unit, microchip }: Draft) => ({
  ...problem('weight', weightProblem(poundsOf(weight), unit)),
  ...problem('microchip', microchip.trim() !== '' && !readMicrochip(microchip) && fieldText.microchip),
})

const changesOf = ({ weight, isNeutered, microchip }: Draft) => ({
  sizeLbs: poundsOf(weight) ?? null,
  isNeutered,
  microchip: readMicrochip(microchip) ?? (microchip.trim() || null),
})

export function BodySection({ pet }: { pet: PetDetails }) {
  return (
    <EditableSection
      pet={pet}
      title="Weight and chip"
      facts={[...bodyFacts(pet), chipFact(pet)]}
      empty="Nothing added yet. The weight helps providers prepare."
      draftOf={draftOf}
      problemsOf={problemsOf}
      changesOf={changesOf}
    >
      {({ draft, problems, change }) => (
        <>
          <WeightField
            weight={draft.weight}
            unit={draft.unit}
            problem={problems.weight}
            onWeight={(weight) => change({ weight })}
            onUnit={(unit) => change({ unit })}
          />
          <AnswerField
            question={careFields.isNeutered.label}
            answer={draft.isNeutered}
            onChange={(isNeutered) => change({ isNeutered })}
          />
          <div data-field="microchip">
            <TextInput
              label="Microchip"
              description="15 digits. Only you can see them."
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              value={draft.microchip}
              error={problems.microchip}
              onChange={(event) => change({ microchip: event.currentTarget.value })}
            />
          </div>
        </>
      )}
    </EditableSection>
  )
}
