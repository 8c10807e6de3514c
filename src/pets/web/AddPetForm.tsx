import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Button.css'
import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { addPetFailedText, noOwnerText, petsText } from '#/pets/text.ts'
import css from './AddPetPage.module.css'
import { BreedField } from './BreedField.tsx'
import { PhotoField } from './PhotoField.tsx'
import {
  emptyDraft,
  isBlank,
  type PetDraft,
  type PetField,
  type Problems,
  petOf,
  problemsOf,
} from './pet-form.ts'
import { pets } from './pets.ts'
import { returnPath } from './return-path.ts'
import { SpeciesField } from './SpeciesField.tsx'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { WeightField } from './WeightField.tsx'

const sentences = { ...petsText, 'request.forbidden': noOwnerText }

/** The form of a new pet. `from` is the path to go back to. */
export function AddPetForm({ from }: { from: string | null }) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(emptyDraft)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  const navigate = useNavigate()
  const save = useWrite(pets.call.add, {
    onSuccess: async (pet) => {
      toast({ kind: 'success', message: `${pet.name} is one of your pets now.` })
      await queryClient.invalidateQueries({ queryKey: pets.query.key(), refetchType: 'none' })
    },
    onError: (error) => {
      const sentence = errorText(error, sentences, addPetFailedText)
      if (errorCode(error).startsWith('picture.')) show({ photo: sentence })
      else setFailure(sentence)
    },
  })

  // Only once it is drawn that nothing is unsaved any more: before, the guard would ask.
  const added = save.data?.id
  useEffect(() => {
    if (added) void navigate(returnPath(from, added), { replace: true })
  }, [added, from, navigate])

  /** Problems are shown on submit; from then on a bad field is looked at again with every change. */
  function change(part: Partial<PetDraft>) {
    const next = { ...draft, ...part }
    const now = problemsOf(next)
    setDraft(next)
    setFailure('')
    setProblems((shown) => {
      const still = Object.keys(shown).filter((field) => now[field as PetField])
      return Object.fromEntries(still.map((field) => [field, now[field as PetField]]))
    })
  }

  function show(found: Problems) {
    setProblems(found)
    const [first] = Object.keys(found)
    form.current?.querySelector<HTMLElement>(`[data-field="${first}"] input`)?.focus()
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const found = problemsOf(draft)
    setFailure('')
    if (Object.keys(found).length > 0) show(found)
    else if (!save.isPending) save.mutate(petOf(draft))
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <PhotoField
        photo={draft.photo}
        species={draft.species}
        problem={problems.photo}
        onChange={(photo) => change({ photo })}
        onProblem={(photo) => show({ ...problems, photo })}
      />
      <div data-field="name">
        <TextInput
          label="Name"
          required
          value={draft.name}
          error={problems.name}
          autoComplete="off"
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </div>
      <SpeciesField
        species={draft.species}
        problem={problems.species}
        onChange={(species) => change({ species })}
      />
      <BreedField
        species={draft.species}
        breed={draft.breed}
        problem={problems.breed}
        onChange={(breed) => change({ breed })}
      />
      <WeightField
        weight={draft.weight}
        unit={draft.unit}
        problem={problems.weight}
        onWeight={(weight) => change({ weight })}
        onUnit={(unit) => change({ unit })}
      />
      <p role="alert" className={css.failure}>
        {failure}
      </p>
      <div className={css.actions}>
        <Button type="submit" color="marigold" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save pet'}
        </Button>
        <Button component={Link} to={returnPath(from)} variant="subtle">
          Cancel
        </Button>
      </div>
      <UnsavedChanges unsaved={!isBlank(draft) && !save.isSuccess} />
    </form>
  )
}
