import { useRef } from 'react'

/** Moves the focus into a new row, and back to the "Add" button after a removal. */
export function useRowFocus() {
  const ref = useRef<HTMLFieldSetElement>(null)
  const then = (find: (fieldset: HTMLFieldSetElement) => HTMLElement | null | undefined) => () =>
    requestAnimationFrame(() => ref.current && find(ref.current)?.focus())
  return {
    ref,
    focusLast: then((rows) => [...rows.querySelectorAll('[data-row]')].at(-1)?.querySelector('input')),
    focusButton: then((rows) => rows.querySelector<HTMLElement>('[data-add]')),
  }
}
