import { Button } from '@mantine/core'
import { type SyntheticEvent, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import css from '#/kernel/web/form/form.module.css'
import { PhotoField } from '#/kernel/web/form/PhotoField.tsx'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { addPetFailedText, noOwnerText, petsText } from '#/pets/text.ts'
import { BreedField } from './BreedField.tsx'
import { NameField } from './NameField.tsx'
import { emptyDraft, isBlank, petOf, problemsOf } from './pet-form.ts'
import { pets } from './pets.ts'
import { returnPath } from './return-path.ts'
import { SpeciesField } from './SpeciesField.tsx'
import { WeightField } from './WeightField.tsx'

const sentences = { ...petsText, 'request.forbidden': noOwnerText }

/** `from` is the path to return to. */
export function AddPetForm({ from }: { from: string | null }) {
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(emptyDraft, problemsOf)
  const navigate = useNavigate()
  const save = useWrite(pets.call.add, {
    onSuccess: async (pet) => {
      toast({ kind: 'success', message: `${pet.name} has been added to your pets.` })
      await queryClient.invalidateQueries({ queryKey: pets.query.key(), refetchType: 'none' })
    },
    onError: (error) => {
      const sentence = errorText(error, sentences, addPetFailedText)
      if (errorCode(error).startsWith('picture.')) show({ photo: sentence })
      else fail(sentence)
    },
  })

  // Wait for the render that disarms the unsaved-changes guard.
  const added = save.data?.id
  useEffect(() => {
    if (added) void navigate(returnPath(from, added), { replace: true })
  }, [added, from, navigate])

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !save.isPending) save.mutate(petOf(given))
  }

  return (
    <form ref={ref} className={css.form} onSubmit={submit} noValidate>
      <PhotoField
        photo={draft.photo}
        placeholder={<Drawing name={draft.species ?? 'other'} width={112} />}
        alt="Your pet, as others will see it"
        problem={problems.photo}
        onChange={(photo) => change({ photo })}
        onProblem={(photo) => show({ ...problems, photo })}
      />
      <NameField name={draft.name} problem={problems.name} onChange={(name) => change({ name })} />
      <SpeciesField
        species={draft.species}
        problem={problems.species}
        onChange={(species) => change({ species })}
      />
      <BreedField
        species={draft.species}
        breed={draft.breed}
        isMixed={draft.isMixed}
        problem={problems.breed}
        onChange={change}
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
