import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import css from './Removed.module.css'

/** Takes the place, and the focus, of a removed row. */
export function Removed({
  what,
  isBusy = false,
  onUndo,
}: {
  what: string
  isBusy?: boolean
  onUndo(): void
}) {
  const undo = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another removal in the same place takes it again
  useEffect(() => undo.current?.focus({ preventScroll: true }), [what])
  return (
    <div className={css.removed}>
      <p role="status">{what} removed</p>
      <Button ref={undo} variant="subtle" aria-disabled={isBusy} onClick={() => !isBusy && onUndo()}>
        Undo
      </Button>
    </div>
  )
}
