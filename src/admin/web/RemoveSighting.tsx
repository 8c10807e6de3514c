import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function RemoveSighting({ id, pet }: { id: string; pet: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(
    admin.call.removeGuestSighting,
    'The sighting is removed.',
    close,
  )
  return (
    <ConfirmButton
      label="Remove sighting"
      spoken={`Remove the sighting of ${pet}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title="Remove this sighting?"
      reason="required"
      reasonHint="We keep it in the audit log. Nobody else sees it."
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>The report stays. We’ll tell everyone who complained about this sighting. You can’t undo this.</p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
