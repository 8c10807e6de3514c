import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Appointment, Visit } from '#/appointments/contract.ts'
import { movesOf } from '#/appointments/rules.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { maySitterPropose } from '#/sitting/rules.ts'
import { useAskedMove } from './moves.ts'

const dialog = onDemand(() => import('./MoveDialog.tsx'))

type Props = { now: Date } & (
  | { side: 'owner'; appointment: Appointment }
  | { side: 'sitter'; appointment: Visit }
)

const mayAsk = ({ side, appointment, now }: Props) =>
  side === 'owner'
    ? movesOf('owner', appointment, now).includes('reschedule')
    : maySitterPropose(appointment, now)

/** Lets either side ask the other to move a walk or a day of day care. */
export function MoveButton(props: Props) {
  const { side, appointment, now } = props
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, wanted)
  const asked = useAskedMove(appointment, now)
  if (appointment.trade !== 'sitting' || asked || !mayAsk(props)) return null
  const other = side === 'owner' ? appointment.provider.name : appointment.owner.name
  return (
    <>
      <Button
        variant="default"
        aria-label={
          side === 'owner' ? `Reschedule appointment with ${other}` : `Propose another time to ${other}`
        }
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        {side === 'owner' ? 'Reschedule' : 'Propose another time'}
      </Button>
      {Dialog && (
        <Dialog
          side={side}
          appointment={appointment}
          other={other}
          now={now}
          isOpen={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
