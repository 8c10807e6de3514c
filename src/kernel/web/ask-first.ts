import { errorCode } from './error-text.ts'

type Waiting = { settle(isGiven: boolean): void }

/**
 * Makes a gate for calls that the server refuses until the person has given something. `run` makes a call; if it is refused
 * so, the component that shows `wanted` asks for it, and the call is made again once it is given. If the person declines, or
 * the page has no such component, the refusal stands.
 */
export function askingFirst(isWanted: (error: unknown) => boolean) {
  let waiting: Waiting | undefined
  const listeners = new Set<() => void>()

  function set(next: Waiting | undefined): void {
    waiting = next
    for (const tell of listeners) tell()
  }

  return {
    wanted: () => waiting,

    onWanted(tell: () => void): () => void {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },

    async run<Result>(act: () => Promise<Result>, onAsked?: () => void): Promise<Result> {
      try {
        return await act()
      } catch (error) {
        if (!isWanted(error) || listeners.size === 0) throw error
        onAsked?.()
        waiting?.settle(false)
        let mine: Waiting | undefined
        const isGiven = await new Promise<boolean>((settle) => {
          mine = { settle }
          set(mine)
        })
        // Another call may be asking by now, in place of this one.
        if (waiting === mine) set(undefined)
        if (!isGiven) throw error
        return act()
      }
    },
  }
}

/** Asks people without a name for it, before the first call with which others see it. */
export const nameFirst = askingFirst((error) => errorCode(error) === 'request.name_needed')
