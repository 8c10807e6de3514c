import { type SyntheticEvent, useState } from 'react'
import { type Problems, useDraft } from '#/kernel/web/form/use-draft.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { keep, readKept } from '#/kernel/web/kept.ts'

export type KeptDraftProps<Draft> = {
  /** The key under which unsaved input is kept. */
  keptAs: string
  start: Draft
  isSaving: boolean
  failure: string
  back: string
  onSave(draft: Draft, saved: () => void): void
}

/** Logging out removes items with such names. */
const nameOf = (keptAs: string) => `pawfolk.care-draft.${keptAs}`

/** Leaves out the fields with files, which storage can't hold. They survive a visit to another page, but no reload. */
const withoutFiles = (draft: object) =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([, value]) => !(Array.isArray(value) && value.some((one) => one instanceof File)),
    ),
  )

/** Manages a form whose unsaved input survives a visit to another page, and a reload. */
export function useKeptDraft<Draft extends object, Field extends string>(
  { keptAs, start, isSaving, onSave }: KeptDraftProps<Draft>,
  problemsOf: (draft: Draft) => Problems<Field>,
) {
  const name = nameOf(keptAs)
  const [first] = useState<Draft>(() => ({ ...start, ...readKept<Draft>(name) }))
  const kept = useKept(keptAs, first)
  const { ref, draft, problems, change, check } = useDraft(() => kept.value, problemsOf)

  function edit(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    kept.change(next)
    keep(name, withoutFiles(next))
    change(part)
  }
  function forget() {
    kept.forget()
    keep(name, null)
  }
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !isSaving) onSave(given, forget)
  }
  return { ref, draft, problems, edit, submit }
}
