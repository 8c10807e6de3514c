import type { SyntheticEvent } from 'react'
import { type Problems, useDraft } from '#/kernel/web/form/use-draft.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'

export type KeptDraftProps<Draft> = {
  /** The key under which unsaved input is kept. */
  keptAs: string
  start: Draft
  isSaving: boolean
  failure: string
  back: string
  onSave(draft: Draft, saved: () => void): void
}

/** Manages a form whose unsaved input survives a visit to another page, and a reload. */
export function useKeptDraft<Draft extends object, Field extends string>(
  { keptAs, start, isSaving, onSave }: KeptDraftProps<Draft>,
  problemsOf: (draft: Draft) => Problems<Field>,
) {
  const kept = useKept(keptAs, start)
  const { ref, draft, problems, change, check } = useDraft(() => kept.value, problemsOf)

  function edit(part: Partial<Draft>) {
    kept.change({ ...draft, ...part })
    change(part)
  }
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (given && !isSaving) onSave(given, kept.forget)
  }
  return { ref, draft, problems, edit, submit, afterReload: kept.afterReload }
}
