import { Button } from '@mantine/core'
import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { PhotosDialogProps } from './PhotosDialog.tsx'

const dialog = onDemand<PhotosDialogProps>(() => import('./PhotosDialog.tsx'))

export function PhotosButton({ sitter }: Pick<PhotosDialogProps, 'sitter'>) {
  const [open, setOpen] = useState(false)
  const Dialog = useOnDemand(dialog, open)
  const label = `View Photos (${sitter.photos.length})`
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-label={`${label} by ${sitter.name}`}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && Dialog && <Dialog sitter={sitter} onClose={() => setOpen(false)} />}
    </>
  )
}
