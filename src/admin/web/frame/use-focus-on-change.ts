import { useEffect, useRef } from 'react'

/**
 * Returns a ref for a heading, which takes the focus when `state` changes. The pressed button disappears then, so
 * reading continues with the new state.
 */
export function useFocusOnChange(state: string | boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) heading.current?.focus()
    before.current = state
  }, [state])
  return heading
}
