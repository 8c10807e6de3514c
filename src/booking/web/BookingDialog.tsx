import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import css from './BookingDialog.module.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** The dialog every trade books in: the whole screen of a phone, a wide sheet elsewhere. Open while it is rendered. */
export function BookingDialog({ title, onClose, children }: Props) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="58rem"
      yOffset="2rem"
      fullScreen={phone}
      // What was typed survives closing, but a stray click beside the form should not make one wonder.
      closeOnClickOutside={false}
      classNames={{ header: css.header, title: css.title, body: css.body }}
    >
      {children}
    </Modal>
  )
}

/** The end of a form in the dialog, always in sight. */
export function BookingDialogFooter({ children }: { children: ReactNode }) {
  return <div className={css.footer}>{children}</div>
}
