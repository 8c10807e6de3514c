import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Step = (current: number, count: number) => number

const steps = new Map<string, Step>([
  ['ArrowDown', (current, count) => (current + 1) % count],
  ['ArrowUp', (current, count) => (current <= 0 ? count - 1 : current - 1)],
  ['Home', () => 0],
  ['End', (_current, count) => count - 1],
])

/**
 * Manages a navigation bar button with a list: arrow keys move in the list, Escape returns to the button, a press
 * elsewhere closes it.
 */
export function useBarMenu() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function focusItem(step: Step) {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('li :is(a, button)') ?? [])]
    const current = items.indexOf(document.activeElement as HTMLElement)
    items[step(current, items.length)]?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps.get(event.key)
    if (event.key === 'Escape' && open) {
      setOpen(false)
      button.current?.focus()
    } else if (step && (open || event.key === 'ArrowDown')) {
      event.preventDefault()
      setOpen(true)
      requestAnimationFrame(() => focusItem(step))
    }
  }

  function onBlur(event: FocusEvent) {
    if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false)
  }

  return { open, setOpen, button, frame: { ref: root, onKeyDown, onBlur } }
}
