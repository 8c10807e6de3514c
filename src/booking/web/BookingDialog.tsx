import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import css from './BookingDialog.module.css'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Renders in the page instead of a dialog. */
  asPage?: boolean
}

/** Shows the booking dialog of any trade: full screen on phones, a wide sheet elsewhere. It is open while rendered. */
export function BookingDialog({ asPage = false, ...props }: Props) {
  if (!asPage) return <Sheet {...props} />
  return (
    <div className={css.page}>
      <h1>{props.title}</h1>
      {props.children}
    </div>
  )
}

function Sheet({ title, onClose, children }: Omit<Props, 'asPage'>) {
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
      // The draft survives closing, but a stray click would still confuse people.
      closeOnClickOutside={false}
      // Mantine's header is a <header>, which would count as a second banner outside the page's own.
      classNames={{ content: css.sheet, header: css.header, title: css.title, body: css.body }}
    >
      {/* Takes the focus when the dialog opens, whatever state the content is in. */}
      <div data-autofocus tabIndex={-1} className={css.content}>
        {children}
      </div>
    </Modal>
  )
}

/** Returns the focus to what opened the dialog. Mantine does so on closing, but not on unmounting. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

export function BookingDialogFooter({ children }: { children: ReactNode }) {
  return <div className={css.footer}>{children}</div>
}
