import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import css from './BookingDialog.module.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** The dialog every trade books in: the whole screen of a phone, a wide sheet elsewhere. Open while it is rendered. */
export function BookingDialog({ title, onClose, children }: Props) {
  useFocusReturn()
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
      // Mantine's header is a <header>, which outside the page's own would count as a second banner.
      classNames={{ content: css.sheet, header: css.header, title: css.title, body: css.body }}
    >
      {/* Whatever state the content is in, this is what takes the focus when the dialog opens. */}
      <div data-autofocus tabIndex={-1} className={css.content}>
        {children}
      </div>
    </Modal>
  )
}

/** Gives the focus back to what opened the dialog: Mantine does so when it is closed, not when it is gone. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** The end of a form in the dialog, always in sight. */
export function BookingDialogFooter({ children }: { children: ReactNode }) {
  return <div className={css.footer}>{children}</div>
}
