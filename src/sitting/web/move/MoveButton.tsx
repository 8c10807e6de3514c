import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { movesOf } from '#/appointments/rules.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useAskedMove } from './moves.ts'

const dialog = onDemand(() => import('./MoveDialog.tsx'))

/** Lets an owner ask their sitter to move a walk or a day of day care. */
export function MoveButton({ appointment, now }: { appointment: Appointment; now: Date }) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, wanted)
  const asked = useAskedMove(appointment, now)
  if (appointment.trade !== 'sitting' || asked || !movesOf('owner', appointment, now).includes('reschedule'))
    return null
  return (
    <>
      <Button
        variant="default"
        aria-label={`Reschedule appointment with ${appointment.provider.name}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Reschedule
      </Button>
      {Dialog && <Dialog appointment={appointment} now={now} isOpen={open} onClose={() => setOpen(false)} />}
    </>
  )
}
