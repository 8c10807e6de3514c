import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { mayEdit, mayRate } from '#/ratings/rules.ts'

const dialog = onDemand(() => import('./RateDialog.tsx'))

/** Rates a visit, or changes the rating within a day. Renders nothing if neither is possible. */
export function RateButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, open)
  const { rating, provider } = appointment
  const known = rating && mayEdit(rating.at, now) ? (rating.stars === null ? 'note' : 'rating') : null
  const kind = rating ? known : mayRate(appointment, now)
  if (!kind) return null
  const label = rating ? 'Change rating' : kind === 'rating' ? 'Rate' : 'Leave a note'
  return (
    <>
      <Button
        variant={rating ? 'default' : 'filled'}
        aria-label={`${label}: ${provider.name}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && Dialog && <Dialog appointment={appointment} kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
