export type Toast = {
  title?: string
  message: string
  kind: 'success' | 'error' | 'info'
  /** Milliseconds until it leaves by itself; longer when it is about an error. */
  duration?: number
}

type Show = (toast: Toast) => void

const waiting: Toast[] = []
const wishes = new Set<() => void>()
let show: Show | undefined
let isExpected = false

/**
 * Tells what happened, in passing: read out politely, stacked when there are several. What draws toasts is fetched
 * with the first one, which waits for it.
 */
export function toast(message: Toast): void {
  if (show) {
    show(message)
    return
  }
  waiting.push(message)
  for (const tell of wishes) tell()
}

/** Something was sent whose outcome is told by a toast: what draws it can come at the same time. */
export function expectToast(): void {
  if (isExpected) return
  isExpected = true
  for (const tell of wishes) tell()
}

/** Whether a toast waits for something to draw it, or will in a moment. */
export const toastIsWaiting = () => isExpected || waiting.length > 0

/** Calls back when a toast begins to wait, or is expected; answers with how to stop. */
export function onToastWaiting(tell: () => void): () => void {
  wishes.add(tell)
  return () => wishes.delete(tell)
}

/** From now on `next` draws the toasts, those that wait first; answers with how to stop. */
export function drawToasts(next: Show): () => void {
  show = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    if (show === next) show = undefined
  }
}
