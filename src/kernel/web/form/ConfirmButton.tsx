import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

const confirmDialog = onDemand(() => import('./ConfirmDialog.tsx'))

type Props = ComponentProps<NonNullable<typeof confirmDialog.component>> & {
  label: string
  /** What the button does, and to what, where several look alike. */
  spoken?: string
  onOpen: () => void
  /** Filled where it is what one came for. */
  variant?: 'default' | 'filled'
}

/** A button that asks first. The dialog is fetched when a pointer or the focus comes near. */
export function ConfirmButton({ label, spoken, onOpen, variant = 'default', ...dialog }: Props) {
  // Once opened it stays, closed: what was typed is there again, and the focus finds its way back.
  const [wanted, setWanted] = useState(false)
  const ConfirmDialog = useOnDemand(confirmDialog, wanted)
  const open = () => {
    setWanted(true)
    onOpen()
  }
  return (
    <>
      <Button
        variant={variant}
        aria-label={spoken}
        onPointerEnter={confirmDialog.prefetch}
        onFocus={confirmDialog.prefetch}
        onClick={open}
      >
        {label}
      </Button>
      {ConfirmDialog && <ConfirmDialog {...dialog} />}
    </>
  )
}
