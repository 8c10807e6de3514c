import { useEffect, useRef } from 'react'

/**
 * For a heading: it takes the focus when the state of what it names has changed. The button that was pressed makes way for
 * others by that, and reading goes on with what is now true.
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
