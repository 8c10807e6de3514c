import { useEffect, useSyncExternalStore } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { onProofWanted, proofWanted } from './proof.ts'

const dialog = onDemand(() => import('./ProofDialog.tsx'))
const none = () => undefined

/** Shows the dialog that asks for a proof of identity. A page with actions that need one renders this once. */
export function Proof() {
  const waiting = useSyncExternalStore(onProofWanted, proofWanted, none)
  // Stays mounted once opened, so that the focus can return.
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
