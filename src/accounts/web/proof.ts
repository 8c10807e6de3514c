import { errorCode } from '#/kernel/web/error-text.ts'
import { AuthError } from './auth.ts'

/** A change that waits for a proof; `settle` says whether it came. */
type Waiting = { settle(proved: boolean): void }

let waiting: Waiting | undefined
const listeners = new Set<() => void>()

function set(next: Waiting | undefined): void {
  waiting = next
  for (const tell of listeners) tell()
}

export const proofWanted = () => waiting

export function onProofWanted(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/**
 * Does something that asks for a fresh proof of who one is. Where the server wants one, it is asked for in a dialog
 * (`<Proof />`, which the page has somewhere), and then the same is done again. Whoever closes the dialog gets the refusal.
 */
export async function withProof<Result>(act: () => Promise<Result>, onAsked?: () => void): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!wantsProof(error)) throw error
    onAsked?.()
    waiting?.settle(false)
    const proved = await new Promise<boolean>((settle) => set({ settle }))
    set(undefined)
    if (!proved) throw error
    return act()
  }
}

const wantsProof = (error: unknown): boolean =>
  error instanceof AuthError ? error.code === 'PROOF_NEEDED' : errorCode(error) === 'accounts.proof_needed'
