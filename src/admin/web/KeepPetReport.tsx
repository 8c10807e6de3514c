import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function KeepPetReport({ id, pet, reporter }: { id: string; pet: string; reporter: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.keepPetReport, 'The complaints are closed.', close)
  return (
    <ConfirmButton
      label="Keep report"
      spoken={`Keep the report of ${pet} by ${reporter}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Keep this report?"
      reason="required"
      reasonHint="We keep it in the audit log. Nobody else sees it."
      color="teal"
      confirm="Keep and close complaints"
      busy="Closing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>We’ll tell everyone who complained that we found nothing against our rules.</p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
