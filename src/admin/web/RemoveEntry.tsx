import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { DeskEntry } from '#/reports/desk.ts'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

type Props = Pick<DeskEntry, 'id' | 'kind' | 'writer'> & { pet: string }

/** Removes one comment or sighting under a report of `pet`. */
export function RemoveEntry({ id, kind, writer, pet }: Props) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(
    admin.call.removePetReportEntry,
    `The ${kind} is removed.`,
    close,
  )
  return (
    <ConfirmButton
      label={`Remove ${kind}`}
      spoken={`Remove the ${kind}${writer ? ` by ${writer.name || 'a person without a name'}` : ''} about ${pet}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title={`Remove this ${kind}?`}
      reason="required"
      reasonHint={
        writer
          ? 'Its writer can read it, and it’s kept in the audit log.'
          : 'We keep it in the audit log. Nobody else sees it.'
      }
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, reason })}
    >
      <p>
        The report stays.{' '}
        {writer ? 'We’ll tell its writer.' : 'We’ll tell everyone who complained about this sighting.'} You
        can’t undo this.
      </p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
