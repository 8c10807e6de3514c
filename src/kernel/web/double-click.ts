import type { MouseEvent } from 'react'

/**
 * Whether this is the second click of a double click. What was clicked first may be gone by then, and something else lie
 * below the pointer: a link or a button that can slide there leaves such a click alone.
 */
export const isSecondClick = (event: MouseEvent): boolean => event.detail > 1
