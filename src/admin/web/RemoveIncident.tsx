import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function RemoveIncident({ id, pet, provider }: { id: string; pet: string; provider: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.removeIncident, 'The incident is removed.', close)
  return (
    <ConfirmButton
      label="Remove incident"
      spoken={`Remove incident with ${pet} noted by ${provider}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Remove this incident?"
      reason="required"
      reasonHint="We’ll tell both of them the reason, and keep it in the audit log."
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>
        The owner and the provider will no longer see it, and later providers won’t be warned. You can’t undo
        this.
      </p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
