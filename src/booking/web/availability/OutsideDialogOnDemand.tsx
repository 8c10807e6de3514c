import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Save } from './use-save.ts'

const dialog = onDemand(() => import('./OutsideDialog.tsx'))

/** Loads the dialog when bookings are left outside for the first time. */
export function OutsideDialogOnDemand(props: { save: Save; timeZone: string }) {
  const [wanted, setWanted] = useState(false)
  if (props.save.outside && !wanted) setWanted(true)
  const OutsideDialog = useOnDemand(dialog, wanted)
  return OutsideDialog && <OutsideDialog {...props} />
}
