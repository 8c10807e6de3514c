import type { MouseEvent } from 'react'

/**
 * For what holds buttons and links that come and go: the second click of a double click does nothing there. What was
 * clicked first may be gone by then, and something else lie below the pointer.
 */
export const noSecondClick = {
  onClickCapture(event: MouseEvent) {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  },
}
