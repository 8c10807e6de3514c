import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { nameFirst } from './ask-first.ts'
import { expectToast } from './toast.ts'
import { filesIn, runUpload } from './uploads.ts'

type Options<Input, Output> = {
  onSuccess?: (output: Output, input: Input) => unknown
  onError?: (error: Error, input: Input) => unknown
}

type CallContext = { key: string; onProgress?: (share: number) => void }

/**
 * Sends a write that can't happen twice. The same input keeps its idempotency key until it succeeds, so a retry after a
 * lost answer makes one row; a second click while it is under way is dropped.
 */
export function useWrite<Input, Output>(
  call: (input: Input, options: { context: CallContext }) => Promise<Output>,
  options: Options<Input, Output> = {},
) {
  const sent = useRef<{ input: string; key: string }>(undefined)
  const onTheirWay = useRef(new Set<string>())
  const { mutate: send, ...state } = useMutation<Output, Error, Input>({
    ...options,
    mutationFn: async (input) => {
      const fingerprint = fingerprintOf(input)
      if (sent.current?.input !== fingerprint) sent.current = { input: fingerprint, key: randomKey() }
      const { key } = sent.current
      const files = filesIn(input)
      const send = () =>
        files.length === 0
          ? call(input, { context: { key } })
          : runUpload(files, (onProgress) => call(input, { context: { key, onProgress } }))
      const output = await nameFirst.run(send)
      sent.current = undefined
      return output
    },
    onSettled: (_output, _error, input) => void onTheirWay.current.delete(fingerprintOf(input)),
  })

  function mutate(input: Input): void {
    const fingerprint = fingerprintOf(input)
    if (onTheirWay.current.has(fingerprint)) return
    onTheirWay.current.add(fingerprint)
    expectToast()
    send(input)
  }
  return { ...state, mutate }
}

function fingerprintOf(input: unknown): string {
  return JSON.stringify(input, (_name, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}

/** Kept apart from `randomUuid`: the catalogue and the cart load that one, and must not load this file's libraries. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
