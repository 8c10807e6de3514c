import type { ComponentProps } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './BookAVetPage.module.css'

export const vetDialog = onDemand(() => import('./VetBookingDialog.tsx'))

/** The booking dialog, fetched when it is first wanted: its slots should be on screen within a moment. */
export function VetDialogOnDemand(props: ComponentProps<NonNullable<typeof vetDialog.component>>) {
  const VetBookingDialog = useOnDemand(vetDialog)
  if (VetBookingDialog) return <VetBookingDialog {...props} />
  return <div className={css.opening} role="status" aria-label="Opening the booking form" />
}
