import { dayText } from '#/kernel/web/own-clock.ts'
import css from './ReviewCard.module.css'
import { Stars } from './Stars.tsx'

export type Reviewed = {
  by: string
  /** Null for a note about a cancellation. */
  stars: number | null
  feedback: string | null
  reply: string | null
  /** The review was changed after its answer. */
  isReplyOlder?: boolean
  at: Date
  wasEdited: boolean
}

/** Shows a public review with its answer. `of`: who or what answers. */
export function ReviewCard({
  review: { by, stars, feedback, reply, isReplyOlder, at, wasEdited },
  of,
}: {
  review: Reviewed
  of: string
}) {
  return (
    <article className={css.review} tabIndex={-1}>
      <p className={css.head}>
        <strong>{by}</strong>
        {stars === null ? (
          <span className={css.note}>Note about a cancellation</span>
        ) : (
          <Stars stars={stars} />
        )}
        <time dateTime={at.toISOString()}>
          {dayText(at)}
          {wasEdited && ', changed'}
        </time>
      </p>
      {feedback && <p className={css.words}>{feedback}</p>}
      {reply && (
        <p className={css.reply}>
          <strong>
            {of} answered{isReplyOlder && ' before the review was changed'}:
          </strong>{' '}
          {reply}
        </p>
      )}
    </article>
  )
}
