export type Toast = {
  title?: string
  message: string
  kind: 'success' | 'error' | 'info'
  duration?: number
}

type Show = (toast: Toast) => void

const waiting: Toast[] = []
const wishes = new Set<() => void>()
let show: Show | undefined
let isExpected = false

/**
 * Shows a message briefly: announced politely, stacked if there are several. The first toast waits until the code that
 * draws it has loaded.
 */
export function toast(message: Toast): void {
  if (show) {
    show(message)
    return
  }
  waiting.push(message)
  for (const tell of wishes) tell()
}

/** Loads the code that draws toasts, for a request that will end in one. */
export function expectToast(): void {
  if (isExpected) return
  isExpected = true
  for (const tell of wishes) tell()
}

export const toastIsWaiting = () => isExpected || waiting.length > 0

/** Calls back when a toast waits or is expected; returns a function that stops it. */
export function onToastWaiting(tell: () => void): () => void {
  wishes.add(tell)
  return () => wishes.delete(tell)
}

/** Makes `next` draw the toasts, including waiting ones; returns a function that stops it. */
export function drawToasts(next: Show): () => void {
  show = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    if (show === next) show = undefined
  }
}
