import { type RefObject, useEffect, useRef } from 'react'

/** Returns the focus to the opener on close, even if the opener was unmounted in between. */
export function useFocusBack(isOpen: boolean, opener: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, opener])
}
