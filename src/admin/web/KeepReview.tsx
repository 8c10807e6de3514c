import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function KeepReview({ id, writer }: { id: string; writer: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.keepReview, 'The reports are closed.', close)
  return (
    <ConfirmButton
      label="Keep review"
      spoken={`Keep the review by ${writer}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Keep this review?"
      reason="required"
      reasonHint="We keep it in the audit log. Nobody else sees it."
      color="teal"
      confirm="Keep and close reports"
      busy="Closing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>We’ll tell everyone who reported it that we found nothing against our rules.</p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
