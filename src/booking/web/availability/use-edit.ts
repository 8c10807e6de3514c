import { type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Problems } from '#/kernel/web/form/use-draft.ts'

/**
 * Edits a part of the saved state. Untouched, it follows the server; once touched, it keeps what was typed and the
 * version it was based on. Problems appear on submit and update with every change.
 */
export function useEdit<Draft>(
  saved: { draft: Draft; version: string | undefined },
  problemsOf: (draft: Draft) => Problems<string>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [edit, setEdit] = useState<typeof saved | null>(null)
  const [shown, setShown] = useState<string[]>([])
  const { draft, version } = edit ?? saved
  const found = problemsOf(draft)
  const problems = Object.fromEntries(shown.flatMap((field) => (found[field] ? [[field, found[field]]] : [])))

  return {
    ref,
    draft,
    version,
    problems,
    isChanged: edit !== null && JSON.stringify(edit.draft) !== JSON.stringify(saved.draft),
    change(next: Draft) {
      setEdit({ draft: next, version })
      const now = problemsOf(next)
      setShown((before) => before.filter((field) => now[field]))
    },
    reset() {
      setEdit(null)
      setShown([])
    },
    /** Bases the edit on this version from now on. */
    rebase(onto: string | undefined) {
      setEdit((before) => before && { ...before, version: onto })
    },
    /** Returns true if everything is valid; otherwise shows the problems and focuses the first. */
    check(event: SyntheticEvent): boolean {
      event.preventDefault()
      const fields = Object.keys(found)
      // At once, because the field with the problem may only now be unfolded.
      flushSync(() => setShown(fields))
      if (fields.length === 0) return true
      const inOrder = [...(ref.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
      const first = inOrder.find((field) => fields.includes(field.dataset['field'] ?? ''))
      first?.querySelector<HTMLElement>('input, button')?.focus()
      return false
    },
  }
}

export type Edit<Draft> = ReturnType<typeof useEdit<Draft>>
