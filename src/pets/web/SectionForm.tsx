import { Button } from '@mantine/core'
import { type SyntheticEvent, useEffect } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { type Problems, useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { petsText, savePetFailedText } from '#/pets/text.ts'
import { changedFields } from './changed.ts'
import { keepPet } from './pet-cache.ts'
import { pets } from './pets.ts'
import css from './SectionForm.module.css'
import type { SectionProps } from './section.ts'

/** The field that each error code belongs to. */
const fieldOf: Readonly<Record<string, string>> = {
  'pets.microchip_taken': 'microchip',
  'pets.born_in_future': 'birth',
  'pets.too_old': 'birth',
  'picture.too_large': 'photo',
  'picture.wrong_kind': 'photo',
  'picture.too_many_pixels': 'photo',
  'picture.damaged': 'photo',
}

type Props<Draft, Field extends string> = SectionProps<Draft, Field> & {
  start: PetDetails
  onClose(): void
}

export function SectionForm<Draft, Field extends string>(props: Props<Draft, Field>) {
  const { start, title, draftOf, problemsOf, changesOf, onClose } = props
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft(
    () => draftOf(start),
    problemsOf,
  )
  const changed = changedFields(changesOf(draftOf(start)), changesOf(draft))
  const isChanged = Object.keys(changed).length > 0
  const save = useWrite(pets.call.change, {
    onSuccess: (pet) => {
      keepPet(pet)
      toast({ kind: 'success', message: 'Saved.' })
      onClose()
    },
    onError: (error) => {
      const sentence = errorText(error, petsText, savePetFailedText)
      const field = fieldOf[errorCode(error)]
      if (field) show({ [field]: sentence } as Problems<Field>)
      else fail(sentence)
    },
  })
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input:not([type=file]), textarea')?.focus()
  }, [ref])

  function submit(event: SyntheticEvent) {
    if (!check(event) || save.isPending) return
    if (isChanged) save.mutate({ id: start.id, ...changed })
    else onClose()
  }

  return (
    <form ref={ref} className={css.form} onSubmit={submit} noValidate aria-label={title}>
      <UnsavedChanges unsaved={isChanged} />
      {props.children({ draft, problems, change, show })}
      <p role="alert" className={form.failure}>
        {failure}
      </p>
      <div className={form.actions}>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="subtle" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
