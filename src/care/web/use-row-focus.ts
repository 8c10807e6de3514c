import { useRef } from 'react'

/** Where the focus goes as rows come and go: into a new one, and back to the button that adds. */
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
