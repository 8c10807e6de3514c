import { type RefObject, useEffect, useRef } from 'react'

/** Takes files that are dropped on the field around an element. */
export function useDrop(ref: RefObject<HTMLElement | null>, onDrop: (files: File[]) => void): void {
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const zone =
      ref.current?.closest<HTMLElement>('[data-field], fieldset, section') ?? ref.current?.parentElement
    if (!zone) return
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      zone.dataset['dropping'] = ''
    }
    const leave = () => delete zone.dataset['dropping']
    const drop = (event: DragEvent) => {
      leave()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    const end = new AbortController()
    zone.addEventListener('dragover', over, end)
    zone.addEventListener('dragleave', leave, end)
    zone.addEventListener('drop', drop, end)
    return () => end.abort()
  }, [ref])
}
