import { useSyncExternalStore } from 'react'
import { nameFirst } from '#/kernel/web/ask-first.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

const dialog = onDemand(() => import('./NameDialog.tsx'))
const none = () => undefined

/** Shows the dialog that asks for a name when a call needs one. Members' pages have it once, in their bar. */
export function NameFirst() {
  const waiting = useSyncExternalStore(nameFirst.onWanted, nameFirst.wanted, none)
  // Stays mounted once opened, so that the focus can return.
  const NameDialog = useOnDemand(dialog, waiting !== undefined || dialog.component !== undefined)
  return (
    NameDialog && (
      <NameDialog
        opened={waiting !== undefined}
        onNamed={() => waiting?.settle(true)}
        onClose={() => waiting?.settle(false)}
      />
    )
  )
}
