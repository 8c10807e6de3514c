import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { RatingPart } from '#/ratings/desk.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

type Removing = { id: string; part: RatingPart; reason: string }

type Props = {
  id: string
  part: RatingPart
  writer: string
  what: 'rating' | 'review'
  call(input: Removing, options: { context: { key: string } }): Promise<unknown>
}

export function RemoveRating({ id, part, writer, what, call }: Props) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const removed = part === 'reply' ? 'reply' : what
  const { send, failure, isBusy } = useHandling(call, `The ${removed} is removed.`, close)
  return (
    <ConfirmButton
      label={`Remove ${removed}`}
      spoken={`Remove ${removed} by ${writer}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title={`Remove this ${removed}?`}
      reason="required"
      reasonHint={`We’ll tell ${writer} the reason, and keep it in the audit log.`}
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, part, reason })}
    >
      <p>
        {part === 'rating'
          ? `Nobody can see it or the reply to it any more, and it no longer counts. You can’t undo this, and ${what === 'rating' ? 'the appointment can’t be rated again' : 'the buyer can’t review the product again'}.`
          : `Nobody can see it any more, but the ${what} stays. You can’t undo this, and the ${what} can’t be replied to again.`}
      </p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
