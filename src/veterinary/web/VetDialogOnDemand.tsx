import { type ComponentProps, useEffect, useState } from 'react'
import css from './BookAVetPage.module.css'

type VetBookingDialog = typeof import('./VetBookingDialog.tsx').default

let Loaded: VetBookingDialog | undefined

/** Fetches the dialog's code, once. */
export async function loadDialog(): Promise<void> {
  Loaded ??= (await import('./VetBookingDialog.tsx')).default
}

/**
 * The booking dialog, fetched when it is first wanted. Not by React.lazy, whose fallback stays for 300 ms even when the
 * code has long been here: that alone is the time in which slots should be on screen.
 */
export function VetDialogOnDemand(props: ComponentProps<VetBookingDialog>) {
  const [, setArrived] = useState(false)
  useEffect(() => {
    if (Loaded) return
    const giveUp = (error: unknown) =>
      setArrived(() => {
        throw error
      })
    loadDialog().then(() => setArrived(true), giveUp)
  }, [])
  if (Loaded) return <Loaded {...props} />
  return <div className={css.opening} role="status" aria-label="Opening the booking form" />
}
