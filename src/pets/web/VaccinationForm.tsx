import { Autocomplete, Button } from '@mantine/core'
import { type SyntheticEvent, useEffect } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { type Problems, useDraft } from '#/kernel/web/form/use-draft.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { PetDetails, Vaccination } from '#/pets/contract.ts'
import { petsText, savePetFailedText } from '#/pets/text.ts'
import { CertificateField } from './CertificateField.tsx'
import { DayField } from './DayField.tsx'
import { reloadPet } from './pet-cache.ts'
import { pets } from './pets.ts'
import css from './SectionForm.module.css'
import { today } from './today.ts'
import {
  isChanged,
  type VaccinationField,
  vaccinationDraftOf,
  vaccinationOf,
  vaccinationProblems,
} from './vaccination-draft.ts'
import { vaccines } from './vaccines.ts'

const fieldOf: Readonly<Record<string, VaccinationField>> = {
  'pets.given_in_future': 'givenOn',
  'pets.due_before_given': 'nextDueOn',
}

const fieldOfCode = (code: string) => (code.startsWith('document.') ? 'certificate' : fieldOf[code])

type Props = { pet: PetDetails; vaccination: Vaccination | null; onClose(): void }

export function VaccinationForm({ pet, vaccination, onClose }: Props) {
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(
    () => vaccinationDraftOf(vaccination),
    (draft) => vaccinationProblems(draft, today()),
  )
  const outcome = {
    onSuccess: async () => {
      await reloadPet(pet.id)
      onClose()
    },
    onError: (error: Error) => {
      const sentence = errorText(error, petsText, savePetFailedText)
      const field = fieldOfCode(errorCode(error))
      if (field) show({ [field]: sentence } as Problems<VaccinationField>)
      else fail(sentence)
    },
  }
  const add = useWrite(pets.call.addVaccination, outcome)
  const correct = useWrite(pets.call.changeVaccination, outcome)
  const isPending = add.isPending || correct.isPending
  useEffect(() => ref.current?.querySelector<HTMLElement>('input')?.focus(), [ref])

  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || isPending) return
    const { removeCertificate } = given
    const which = { petId: pet.id, ...vaccinationOf(given) }
    if (vaccination) correct.mutate({ ...which, id: vaccination.id, removeCertificate })
    else add.mutate(which)
  }

  return (
    <form
      ref={ref}
      className={css.form}
      onSubmit={submit}
      noValidate
      aria-label={vaccination ? `Edit ${vaccination.name}` : 'New vaccination'}
    >
      <UnsavedChanges unsaved={isChanged(draft, vaccination)} />
      <div data-field="name">
        <Autocomplete
          label="Vaccine"
          required
          data={[...vaccines[pet.species]]}
          value={draft.name}
          error={problems.name}
          autoComplete="off"
          // The field has the focus from the start, and an open list would hide the fields below.
          openOnFocus={false}
          onChange={(name) => change({ name })}
        />
      </div>
      <DayField
        name="givenOn"
        label="Given on"
        required
        value={draft.givenOn}
        problem={problems.givenOn}
        max={today()}
        onChange={(givenOn) => change({ givenOn })}
      />
      <DayField
        name="nextDueOn"
        label="Next due"
        description="Optional. Your dashboard will remind you."
        value={draft.nextDueOn}
        problem={problems.nextDueOn}
        onChange={(nextDueOn) => change({ nextDueOn })}
      />
      <CertificateField
        chosen={draft.certificate}
        kept={draft.removeCertificate ? null : (vaccination?.certificate ?? null)}
        problem={problems.certificate}
        isUploading={isPending}
        onChoose={(certificate) => change({ certificate })}
        onProblem={(sentence) => show({ ...problems, certificate: sentence })}
        onRemoveKept={() => change({ removeCertificate: true })}
      />
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" disabled={isPending}>
          {isPending ? (draft.certificate ? 'Uploading...' : 'Saving...') : 'Save vaccination'}
        </Button>
        <Button variant="subtle" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
