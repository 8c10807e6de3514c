import { askingFirst } from '#/kernel/web/ask-first.ts'
import { errorCode } from '#/kernel/web/error-text.ts'
import { AuthError } from './auth.ts'

const proofFirst = askingFirst((error) =>
  error instanceof AuthError ? error.code === 'PROOF_NEEDED' : errorCode(error) === 'accounts.proof_needed',
)

/** Runs an action that needs a recent proof of identity; the page has `<Proof />` somewhere, which asks for it. */
export const { run: withProof, wanted: proofWanted, onWanted: onProofWanted } = proofFirst
