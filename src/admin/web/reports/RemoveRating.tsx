import { Decide } from '#/admin/web/frame/Decide.tsx'
import type { AdminCall } from '#/admin/web/frame/use-handling.ts'
import type { RatingPart } from '#/ratings/desk.ts'

type Props = {
  id: string
  part: RatingPart
  writer: string
  what: 'rating' | 'review'
  call: AdminCall<{ id: string; part: RatingPart; reason: string }>
}

export function RemoveRating({ id, part, writer, what, call }: Props) {
  const removed = part === 'reply' ? 'reply' : what
  return (
    <Decide
      call={call}
      input={{ id, part }}
      label={`Remove ${removed}`}
      spoken={`Remove ${removed} by ${writer}`}
      title={`Remove this ${removed}?`}
      reasonHint={`We’ll tell ${writer} the reason, and keep it in the audit log.`}
      confirm="Remove"
      busy="Removing..."
      told={`The ${removed} is removed.`}
    >
      <p>
        {part === 'rating'
          ? `Nobody can see it or the reply to it any more, and it no longer counts. You can’t undo this, and ${what === 'rating' ? 'the appointment can’t be rated again' : 'the buyer can’t review the product again'}.`
          : `Nobody can see it any more, but the ${what} stays. You can’t undo this, and the ${what} can’t be replied to again.`}
      </p>
    </Decide>
  )
}
