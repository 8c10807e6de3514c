import { useEffect, useState } from 'react'
import { read } from '#/kernel/web/read.ts'

type WaysIn = Record<'google' | 'facebook' | 'phone', boolean>

/** Changes only with the operator's settings. */
let asked: Promise<WaysIn> | undefined

/** Returns which ways to log in are set up; undefined until it is known. */
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
