import { type SyntheticEvent, useRef, useState, useSyncExternalStore } from 'react'
import { type Problems, present } from './credentials.ts'

/**
 * Manages a form whose fields keep their own text, so that text typed before hydration stays. Looks for problems on
 * submit, and from then on with every change of an invalid field.
 */
export function useForm<Field extends string>(
  fields: readonly Field[],
  problemsOf: (values: Record<Field, string>) => Problems<Field>,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems<Field>>({})

  function values(): Record<Field, string> {
    const data = new FormData(ref.current ?? undefined)
    return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? '')])) as Record<
      Field,
      string
    >
  }

  function onInput() {
    if (Object.keys(problems).length === 0) return
    const now = problemsOf(values())
    setProblems((shown) =>
      present(
        Object.fromEntries(fields.map((field) => [field, shown[field] && now[field]])) as Record<
          Field,
          string | undefined
        >,
      ),
    )
  }

  /** Returns the values if they're valid; otherwise shows the problems and goes to the first. */
  function check(event: SyntheticEvent): Record<Field, string> | undefined {
    event.preventDefault()
    const given = values()
    const found = problemsOf(given)
    setProblems(found)
    const first = fields.find((field) => found[field])
    if (!first) return given
    ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return undefined
  }

  return { ref, problems, onInput, check }
}

const never = () => () => undefined

/** False in prerendered HTML, where the browser itself would submit a form, password included. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
