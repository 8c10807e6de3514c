import { type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Problems } from '#/kernel/web/form/use-draft.ts'

/**
 * A part of the saved state while it is edited. Untouched, it follows what the server says; once touched, it keeps what
 * was typed and the version that it was typed over. Problems are shown on submit and looked at again with every change.
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
    /** Forgets what was typed. */
    reset() {
      setEdit(null)
      setShown([])
    },
    /** From now on it is typed over this version. */
    rebase(onto: string | undefined) {
      setEdit((before) => before && { ...before, version: onto })
    },
    /** Whether all is well; otherwise its problems are shown, and the first one gets the focus. */
    check(event: SyntheticEvent): boolean {
      event.preventDefault()
      const fields = Object.keys(found)
      // At once: a field with a problem may only now come out of its fold.
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
