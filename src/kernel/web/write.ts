import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Options<Input, Output> = {
  onSuccess?: (output: Output, input: Input) => unknown
  onError?: (error: Error, input: Input) => unknown
}

/**
 * A write that cannot happen twice: the same input keeps its idempotency key until it succeeds, so a double click, a
 * retry after a lost answer and a second try all end in one row.
 */
export function useWrite<Input, Output>(
  call: (input: Input, options: { context: { key: string } }) => Promise<Output>,
  options: Options<Input, Output> = {},
) {
  const sent = useRef<{ input: string; key: string }>(undefined)
  return useMutation<Output, Error, Input>({
    ...options,
    mutationFn: async (input) => {
      const fingerprint = JSON.stringify(input, (_name, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      if (sent.current?.input !== fingerprint) sent.current = { input: fingerprint, key: randomKey() }
      const output = await call(input, { context: { key: sent.current.key } })
      sent.current = undefined
      return output
    },
  })
}

/** Like crypto.randomUUID, which browsers offer only on https and localhost; we also run on a plain LAN address. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
