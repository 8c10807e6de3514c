import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function RemovePetReport({ id, pet, reporter }: { id: string; pet: string; reporter: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.removePetReport, 'The report is removed.', close)
  return (
    <ConfirmButton
      label="Remove report"
      spoken={`Remove the report of ${pet} by ${reporter}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Remove this report?"
      reason="required"
      reasonHint="We’ll tell the reporter the reason, and keep it in the audit log."
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>Nobody will see it any more, not even the reporter. You can’t undo this.</p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
