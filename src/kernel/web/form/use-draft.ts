import { type SyntheticEvent, useRef, useState } from 'react'

export type Problems<Field extends string> = Partial<Record<Field, string>>

/**
 * Manages a form's draft. Problems show on submit; from then on an invalid field is checked with every change. A
 * field's frame carries `data-field` with its name, so that the first invalid one gets the focus.
 */
export function useDraft<Draft, Field extends string>(
  start: Draft | (() => Draft),
  problemsOf: (draft: Draft) => Problems<Field>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<Problems<Field>>({})
  const [failure, setFailure] = useState('')

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    const now = problemsOf(next)
    setDraft(next)
    setFailure('')
    setProblems((shown) => {
      const still = (Object.keys(shown) as Field[]).filter((field) => now[field])
      return Object.fromEntries(still.map((field) => [field, now[field]])) as Problems<Field>
    })
  }

  function show(found: Problems<Field>) {
    setProblems(found)
    const [first] = Object.keys(found)
    ref.current
      ?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, select, button)`)
      ?.focus()
  }

  function check(event: SyntheticEvent): Draft | undefined {
    event.preventDefault()
    const found = problemsOf(draft)
    setFailure('')
    if (Object.keys(found).length === 0) return draft
    show(found)
    return undefined
  }

  return { ref, draft, problems, failure, change, show, fail: setFailure, check }
}

/** Returns one problem or none: `{...problem('name', !name && 'Required')}`. */
export function problem<Field extends string>(field: Field, text: string | null | false): Problems<Field> {
  return (text ? { [field]: text } : {}) as Problems<Field>
}
