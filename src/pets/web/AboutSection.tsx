import { Textarea } from '@mantine/core'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { PhotoField } from '#/kernel/web/form/PhotoField.tsx'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { problem } from '#/kernel/web/form/use-draft.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { careFields } from '#/pets/fields.ts'
import { BirthField } from './BirthField.tsx'
import { BreedField } from './BreedField.tsx'
import { type BirthDraft, birthDraftOf, birthOf, birthProblem } from './birth-draft.ts'
import { EditableSection } from './EditableSection.tsx'
import { NameField } from './NameField.tsx'
import { aboutFacts } from './pet-facts.ts'
import { breedProblem, nameProblem } from './pet-form.ts'
import { Segments } from './Segments.tsx'
import { SpeciesField } from './SpeciesField.tsx'
import { today } from './today.ts'

type Draft = Pick<PetDetails, 'name' | 'species' | 'isMixed' | 'sex'> & {
  /** A new photo, null to remove it, undefined for no change. */
  photo: File | null | undefined
  breed: string
  birth: BirthDraft
  colour: string
}

const { sex: sexField, colour: colourField } = careFields
const sexes = [...sexField.options, { value: 'unknown' as const, label: sexField.unset }]

const draftOf = (pet: PetDetails): Draft => ({
  ...pet,
  photo: undefined,
  breed: pet.breed ?? '',
  birth: birthDraftOf(pet, today()),
  colour: pet.colour ?? '',
})

const problemsOf = ({ photo, name, species, breed, birth }: Draft) => ({
  ...problem('photo', photo ? photoProblem(photo) : null),
  ...problem('name', nameProblem(name)),
  ...problem('breed', breedProblem(breed)),
  ...problem('birth', birthProblem(birth, species, today())),
})

const changesOf = ({ photo, name, species, breed, isMixed, sex, birth, colour }: Draft) => ({
  photo,
  name: name.trim(),
  species,
  breed: breed.trim(),
  isMixed,
  sex,
  birth: birthOf(birth),
  colour: colour.trim(),
})

export function AboutSection({ pet }: { pet: PetDetails }) {
  return (
    <EditableSection
      pet={pet}
      title="About"
      facts={aboutFacts(pet, today())}
      empty=""
      draftOf={draftOf}
      problemsOf={problemsOf}
      changesOf={changesOf}
    >
      {({ draft, problems, change, show }) => (
        <>
          <PhotoField
            photo={draft.photo ?? null}
            keptUrl={draft.photo === undefined ? pet.photoUrl : null}
            placeholder={<Drawing name={draft.species} width={112} />}
            alt="Your pet, as others will see it"
            problem={problems.photo}
            onChange={(photo) => change({ photo: photo ?? undefined })}
            onProblem={(photo) => show({ ...problems, photo })}
            onRemoveKept={() => change({ photo: null })}
          />
          <NameField name={draft.name} problem={problems.name} onChange={(name) => change({ name })} />
          <SpeciesField
            species={draft.species}
            problem={undefined}
            onChange={(species) => change({ species })}
          />
          <BreedField
            species={draft.species}
            breed={draft.breed}
            isMixed={draft.isMixed}
            problem={problems.breed}
            onChange={(part) => change(part)}
          />
          <Segments
            legend={sexField.label}
            isLegendShown
            value={draft.sex ?? 'unknown'}
            options={sexes}
            onChange={(sex) => change({ sex: sex === 'unknown' ? null : sex })}
          />
          <BirthField birth={draft.birth} problem={problems.birth} onChange={(birth) => change({ birth })} />
          <Textarea
            label={colourField.label}
            description={colourField.hint}
            rows={2}
            maxLength={colourField.max}
            value={draft.colour}
            onChange={(event) => change({ colour: event.currentTarget.value })}
          />
        </>
      )}
    </EditableSection>
  )
}
