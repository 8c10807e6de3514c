import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

const confirmDialog = onDemand(() => import('./ConfirmDialog.tsx'))

type Props = ComponentProps<NonNullable<typeof confirmDialog.component>> & {
  label: string
  /** For screen readers, when several buttons look alike. */
  spoken?: string
  onOpen: () => void
  variant?: 'default' | 'filled'
}

/** Shows a button that asks for confirmation. The dialog loads when a pointer or the focus comes near. */
export function ConfirmButton({ label, spoken, onOpen, variant = 'default', ...dialog }: Props) {
  // Stays mounted once opened, so that typed text stays and the focus finds its way back.
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
