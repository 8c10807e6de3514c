import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastWaiting, toastIsWaiting } from '#/kernel/web/toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** Where toasts appear. Most visits see none and do not fetch what draws them. */
export function ToastOutlet() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (toastIsWaiting()) setWanted(true)
    return onToastWaiting(() => setWanted(true))
  }, [])
  return (
    wanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
