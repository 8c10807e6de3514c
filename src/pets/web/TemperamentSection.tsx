import field from '#/kernel/web/form/field.module.css'
import type { PetDetails } from '#/pets/contract.ts'
import { careFields } from '#/pets/fields.ts'
import { type Temperament, temperaments } from '#/pets/rules.ts'
import { AnswerField } from './AnswerField.tsx'
import { EditableSection } from './EditableSection.tsx'
import { temperamentFacts } from './pet-facts.ts'
import css from './TemperamentSection.module.css'

const company = ['goodWithDogs', 'goodWithCats', 'goodWithChildren'] as const

type Draft = Pick<PetDetails, 'temperament' | 'goodWithDogs' | 'goodWithCats' | 'goodWithChildren'>

const pick = ({ temperament, goodWithDogs, goodWithCats, goodWithChildren }: Draft): Draft => ({
  // In a fixed order, so that unticking and ticking again isn't a change.
  temperament: temperaments.filter((one) => temperament.includes(one)),
  goodWithDogs,
  goodWithCats,
  goodWithChildren,
})

export function TemperamentSection({ pet }: { pet: PetDetails }) {
  return (
    <EditableSection<Draft, never>
      pet={pet}
      title="Temperament"
      facts={temperamentFacts(pet)}
      empty="Nothing added yet. It tells a sitter what to expect."
      draftOf={pick}
      problemsOf={() => ({})}
      changesOf={pick}
    >
      {({ draft, change }) => (
        <>
          <Tags chosen={draft.temperament} onChange={(temperament) => change({ temperament })} />
          {company.map((name) => (
            <AnswerField
              key={name}
              question={careFields[name].label}
              answer={draft[name]}
              onChange={(answer) => change({ [name]: answer })}
            />
          ))}
        </>
      )}
    </EditableSection>
  )
}

type TagsProps = { chosen: Temperament[]; onChange(chosen: Temperament[]): void }

function Tags({ chosen, onChange }: TagsProps) {
  const toggle = (one: Temperament) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <fieldset className={field.field}>
      <legend className={field.label}>{careFields.temperament.label}</legend>
      <div className={css.tags}>
        {careFields.temperament.options.map(({ value: one, label }) => (
          <label key={one} className={css.tag}>
            <input
              type="checkbox"
              className={field.hidden}
              checked={chosen.includes(one)}
              onChange={() => toggle(one)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
