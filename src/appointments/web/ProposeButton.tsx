import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Visit } from '#/appointments/contract.ts'
import { isBySlot } from '#/booking/trades.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { VisitMoves } from './useVisitMoves.ts'

const dialog = onDemand(() => import('./ProposeDialog.tsx'))

type Props = { visit: Visit; may: VisitMoves['may'] }

export function ProposeButton({ visit, may }: Props) {
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, open)
  const { trade } = visit
  if (!isBySlot(trade) || !may('propose')) return null
  return (
    <>
      <Button
        variant="default"
        aria-label={`Propose another time to ${visit.owner.name}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => setOpen(true)}
      >
        Propose another time
      </Button>
      {open && Dialog && <Dialog trade={trade} visit={visit} onClose={() => setOpen(false)} />}
    </>
  )
}
