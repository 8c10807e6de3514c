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
 * Runs an action that needs a recent proof of identity. If the server asks for one, opens the dialog (the page has
 * `<Proof />` somewhere) and runs the action again. If the dialog is closed, the refusal stands.
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
