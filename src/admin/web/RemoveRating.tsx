import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { RatingPart } from '#/veterinary/desk.ts'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

const words = {
  rating: { label: 'Remove rating', what: 'rating', told: 'The rating is removed.' },
  reply: { label: 'Remove answer', what: 'answer', told: 'The answer is removed.' },
} as const

/** Takes a rating, or the vet's answer to it, out of the public. */
export function RemoveRating({ id, part, writer }: { id: string; part: RatingPart; writer: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { label, what, told } = words[part]
  const { send, failure, isBusy } = useHandling(admin.call.removeRating, told, close)
  return (
    <ConfirmButton
      label={label}
      spoken={`${label} of ${writer}`}
      opened={opened}
      onOpen={() => setOpened(true)}
      onClose={close}
      title={`Remove this ${what}?`}
      reason="required"
      reasonHint={`${writer} is told of it, and the audit log keeps it.`}
      confirm="Remove"
      busy="Removing..."
      keep="Go back"
      isBusy={isBusy}
      onConfirm={(reason) => send({ id, part, reason })}
    >
      <p>
        {part === 'rating'
          ? 'Nobody sees it any more, nor the answer to it, and it no longer counts. This cannot be taken back, and the visit cannot be rated again.'
          : 'Nobody sees it any more; the rating stays. This cannot be taken back, and the rating cannot be answered again.'}
      </p>
      <p role="alert" className={own.failure}>
        {failure}
      </p>
    </ConfirmButton>
  )
}
