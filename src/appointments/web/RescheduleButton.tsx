import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { movesOf } from '#/appointments/rules.ts'
import { isBySlot } from '#/booking/trades.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

const dialog = onDemand(() => import('./RescheduleDialog.tsx'))

export function RescheduleButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, open)
  const { trade } = appointment
  if (!isBySlot(trade) || !movesOf('owner', appointment, now).includes('reschedule')) return null
  return (
    <>
      <Button
        variant="default"
        aria-label={`Reschedule appointment with ${appointment.provider.name}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => setOpen(true)}
      >
        Reschedule
      </Button>
      {open && Dialog && <Dialog trade={trade} appointment={appointment} onClose={() => setOpen(false)} />}
    </>
  )
}
