import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { RatingPart } from '#/ratings/desk.ts'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

const words = {
  rating: { label: 'Remove rating', what: 'rating', told: 'The rating is removed.' },
  reply: { label: 'Remove reply', what: 'reply', told: 'The reply is removed.' },
} as const

export function RemoveRating({ id, part, writer }: { id: string; part: RatingPart; writer: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { label, what, told } = words[part]
  const { send, failure, isBusy } = useHandling(admin.call.removeRating, told, close)
  return (
    <ConfirmButton
      label={label}
      spoken={`${label} by ${writer}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title={`Remove this ${what}?`}
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
          ? 'Nobody can see it or the reply to it any more, and it no longer counts. You can’t undo this, and the appointment can’t be rated again.'
          : 'Nobody can see it any more, but the rating stays. You can’t undo this, and the rating can’t be replied to again.'}
      </p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
