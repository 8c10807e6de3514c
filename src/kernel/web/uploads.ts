import { useSyncExternalStore } from 'react'

type Upload = { readonly files: readonly File[]; readonly share: number }

const none: readonly Upload[] = []
let underWay = none
const watchers = new Set<() => void>()
const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function change(next: readonly Upload[]): void {
  if (underWay.length === 0 && next.length > 0) window.addEventListener('beforeunload', warn)
  if (next.length === 0) window.removeEventListener('beforeunload', warn)
  underWay = next
  for (const tell of watchers) tell()
}

/**
 * Runs a request with files: its progress shows wherever `useUpload` asks for one of them, and the browser asks before
 * it closes the page.
 */
export async function runUpload<Output>(
  files: readonly File[],
  send: (onProgress: (share: number) => void) => Promise<Output>,
): Promise<Output> {
  let upload: Upload = { files, share: 0 }
  change([...underWay, upload])
  const replace = (...by: Upload[]) => change(underWay.flatMap((other) => (other === upload ? by : [other])))
  try {
    return await send((share) => {
      const next = { files, share }
      replace(next)
      upload = next
    })
  } finally {
    replace()
  }
}

/** Returns the upload of any of these files, if one is under way. */
export const useUpload = (files: readonly File[]): Upload | undefined =>
  useSyncExternalStore(
    watch,
    () => underWay.find((upload) => upload.files.some((file) => files.includes(file))),
    () => undefined,
  )

export function filesIn(input: unknown): File[] {
  if (input instanceof File) return [input]
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(filesIn) : []
}
