import { useEffect, useState } from 'react'
import { read } from '#/kernel/web/read.ts'

type WaysIn = Record<'google' | 'facebook' | 'phone', boolean>

/** It changes with the operator's settings only. */
let asked: Promise<WaysIn> | undefined

/** Which ways to get in are set up here; undefined until that is known. */
export function useWaysIn(): WaysIn | undefined {
  const [setUp, setSetUp] = useState<WaysIn>()
  useEffect(() => {
    asked ??= read<WaysIn>('/api/ways-in')
    asked.then(setSetUp, () => {
      asked = undefined
    })
  }, [])
  return setUp
}
