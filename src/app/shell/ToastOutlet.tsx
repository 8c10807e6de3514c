import { useEffect, useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { onToastWaiting, toastIsWaiting } from '#/kernel/web/toast.ts'

const toasts = onDemand(() => import('./Toasts.tsx'))

/** Loads the toasts on demand, because most visits see none. */
export function ToastOutlet() {
  const [wanted, setWanted] = useState(false)
  const Toasts = useOnDemand(toasts, wanted)
  useEffect(() => {
    if (toastIsWaiting()) setWanted(true)
    return onToastWaiting(() => setWanted(true))
  }, [])
  return Toasts && <Toasts />
}
