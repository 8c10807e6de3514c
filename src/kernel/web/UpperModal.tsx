import { Modal, type ModalProps } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'

/**
 * A dialog that may open over another one, above it even if that one was mounted later. Escape closes it alone: Mantine's
 * dialogs all hear the key, but leave it alone where the focused element says so.
 */
export function UpperModal({ onClose, ...props }: ModalProps) {
  return (
    <Modal
      {...props}
      onClose={onClose}
      zIndex={250}
      closeOnEscape={false}
      onFocusCapture={({ target }: FocusEvent) =>
        target.setAttribute('data-mantine-stop-propagation', 'true')
      }
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
      }}
    />
  )
}
