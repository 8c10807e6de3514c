import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

export function RemovePlace({ id, version, name }: { id: string; version: number; name: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(
    admin.call.removeEmergencyPlace,
    'The entry is removed.',
    close,
  )
  return (
    <ConfirmButton
      label="Remove"
      spoken={`Remove ${name}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title={`Remove ${name}?`}
      reason="required"
      reasonHint="We’ll keep it in the audit log."
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, version, reason })}
    >
      <p>Visitors won’t see it any more. You can’t undo this.</p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
