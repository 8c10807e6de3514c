import { type SyntheticEvent, useRef, useState } from 'react'

export type Problems<Field extends string> = Partial<Record<Field, string>>

/**
 * What a form holds while it is filled in. Problems are shown on submit; from then on a bad field is looked at again
 * with every change. A field's frame carries `data-field` with its name, so that the first bad one gets the focus.
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

  /** Shows these problems and goes to the first, in the order of their fields. */
  function show(found: Problems<Field>) {
    setProblems(found)
    const [first] = Object.keys(found)
    ref.current
      ?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, textarea, select, button)`)
      ?.focus()
  }

  /** The draft when all is well; otherwise its problems are shown. */
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

/** One entry of a list of problems, or none: `{...problem('name', !name && 'Required')}`. */
export function problem<Field extends string>(field: Field, text: string | null | false): Problems<Field> {
  return (text ? { [field]: text } : {}) as Problems<Field>
}
