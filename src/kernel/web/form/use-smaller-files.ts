import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isRedrawn } from './redrawn.ts'
import { smallerPicture } from './smaller-picture.ts'

/**
 * Makes chosen pictures smaller, in their order, and then calls `onReady` as it is by then. A form sent meanwhile waits, so
 * that no picture is left out.
 */
export function useSmallerFiles(onReady: (files: File[]) => void, longest: number) {
  const [isBusy, setBusy] = useState(false)
  const [isAwaited, setAwaited] = useState(false)
  const latest = useRef(onReady)
  useLayoutEffect(() => {
    latest.current = onReady
  })
  const before = useRef(Promise.resolve())

  async function prepare(files: readonly File[], form: HTMLFormElement | null) {
    setBusy(true)
    const release = holdBack(form, () => setAwaited(true))
    const ready: File[] = []
    // One after another: a decoded photo takes up to 200 MB.
    for (const file of files) ready.push(await smallerPicture(file, longest))
    // The form must know the files before it is sent.
    flushSync(() => {
      setBusy(false)
      setAwaited(false)
      latest.current(ready)
    })
    release()
  }

  function take(files: readonly File[], form: HTMLFormElement | null): void {
    if (files.length === 0) return
    if (!isBusy && !files.some(isRedrawn)) onReady([...files])
    else before.current = before.current.then(() => prepare(files, form))
  }
  return { isBusy, isAwaited, take }
}

/** Says that photos are being made smaller, and that `what` waits for them; empty otherwise. */
export const smallerText = (
  { isBusy, isAwaited }: { isBusy: boolean; isAwaited: boolean },
  what: string,
): string =>
  isBusy ? `Making photos smaller...${isAwaited ? ` We’ll send the ${what} once they’re ready.` : ''}` : ''

/** Keeps a form from being sent until the returned function is called, which sends it if that was asked for. */
function holdBack(form: HTMLFormElement | null, onAsked: () => void): () => void {
  let isAsked = false
  const hold = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    isAsked = true
    onAsked()
  }
  form?.addEventListener('submit', hold, true)
  return () => {
    form?.removeEventListener('submit', hold, true)
    if (isAsked && form?.isConnected) form.requestSubmit()
  }
}
