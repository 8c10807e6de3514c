import { useState } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import type { Edit } from './use-edit.ts'
import { type Call, type Change, useSave } from './use-save.ts'

type Options<Input> = {
  told: string
  versionIn: (availability: Availability) => string | undefined
  onSaved?: (input: Input) => void
}

/**
 * Saves a form. If the data changed elsewhere, the form keeps what was typed and is based on the new version,
 * so that saving again replaces it knowingly.
 */
export function useFormSave<Input extends Change, Draft>(
  call: Call<Input>,
  edit: Pick<Edit<Draft>, 'reset' | 'rebase'>,
  { told, versionIn, onSaved }: Options<Input>,
) {
  const [isStale, setStale] = useState(false)
  const save = useSave(call, {
    told,
    onSaved(input) {
      setStale(false)
      edit.reset()
      onSaved?.(input)
    },
    onStale(now) {
      setStale(true)
      edit.rebase(now && versionIn(now))
    },
  })
  return {
    ...save,
    isStale,
    discard() {
      setStale(false)
      save.forgetFailure()
      edit.reset()
    },
  }
}

export type FormSave = ReturnType<typeof useFormSave<Change, unknown>>
