import { worker } from './scope.ts'

const takeOver = 'take-over'

/**
 * A new worker waits, because the files of the old version go with the old worker and open pages still load parts of
 * them. It takes over when the last window is opened anew: nothing is reloaded under a form.
 */
export function takeOverIfAlone(event: ExtendableEvent): void {
  const { waiting } = worker.registration
  if (!waiting) return
  event.waitUntil(
    worker.clients.matchAll({ type: 'window' }).then((windows) => {
      if (windows.length <= 1) waiting.postMessage(takeOver)
    }),
  )
}

export function listenForTakeOver(): void {
  worker.addEventListener('message', ({ data }) => {
    if (data === takeOver) void worker.skipWaiting()
  })
}
