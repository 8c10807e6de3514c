import { useEffect, useSyncExternalStore } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { onProofWanted, proofWanted } from './proof.ts'

const dialog = onDemand(() => import('./ProofDialog.tsx'))
const none = () => undefined

/** Where the dialog appears that asks who one is; a page with what asks for it has this once. */
export function Proof() {
  const waiting = useSyncExternalStore(onProofWanted, proofWanted, none)
  // Once opened it stays, closed, so that the focus finds its way back.
  const ProofDialog = useOnDemand(dialog, waiting !== undefined || dialog.component !== undefined)
  useEffect(() => () => proofWanted()?.settle(false), [])
  return (
    ProofDialog && (
      <ProofDialog
        opened={waiting !== undefined}
        onProved={() => waiting?.settle(true)}
        onClose={() => waiting?.settle(false)}
      />
    )
  )
}
