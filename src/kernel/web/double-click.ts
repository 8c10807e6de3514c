import type { MouseEvent } from 'react'

/**
 * Ignores the second click of a double click among buttons and links that come and go: something else may be below the
 * pointer by then.
 */
export const noSecondClick = {
  onClickCapture(event: MouseEvent) {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  },
}
