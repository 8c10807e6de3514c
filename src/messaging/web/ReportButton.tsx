import { useState } from 'react'
import css from './ReportButton.module.css'
import { ReportDialog } from './ReportDialog.tsx'

type Props = {
  bookingId: string
  messageId: string
  name: string
  at: string
  onAsking(isAsking: boolean): void
}

export function ReportButton({ bookingId, messageId, name, at, onAsking }: Props) {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const show = (isOpen: boolean) => {
    setOpened(isOpen)
    onAsking(isOpen)
  }
  return (
    <>
      <button
        type="button"
        className={css.report}
        aria-label={`Report the message from ${at}`}
        onClick={() => {
          setWanted(true)
          show(true)
        }}
      >
        Report
      </button>
      {wanted && (
        <ReportDialog
          opened={opened}
          bookingId={bookingId}
          messageId={messageId}
          name={name}
          onClose={() => show(false)}
        />
      )}
    </>
  )
}
