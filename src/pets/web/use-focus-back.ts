import { type RefObject, useEffect, useRef } from 'react'

/** When what was open closes, the focus goes to what opened it, which may have been away meanwhile. */
export function useFocusBack(isOpen: boolean, opener: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, opener])
}
