import { Button } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useState } from 'react'

const load = () => import('./ConfirmDialog.tsx')
const ConfirmDialog = lazy(load)

type Props = ComponentProps<typeof ConfirmDialog> & { label: string; onOpen: () => void }

/** A button that asks first. The dialog is fetched when a pointer or the focus comes near. */
export function ConfirmButton({ label, onOpen, ...dialog }: Props) {
  // Once opened it stays, closed: what was typed is there again, and the focus finds its way back.
  const [wanted, setWanted] = useState(false)
  const prepare = () => void load()
  const open = () => {
    setWanted(true)
    onOpen()
  }
  return (
    <>
      <Button variant="default" onPointerEnter={prepare} onFocus={prepare} onClick={open}>
        {label}
      </Button>
      {wanted && (
        <Suspense>
          <ConfirmDialog {...dialog} />
        </Suspense>
      )}
    </>
  )
}
