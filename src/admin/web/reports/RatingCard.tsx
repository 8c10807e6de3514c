import type { ReactNode } from 'react'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskCard } from '#/admin/web/frame/DeskList.tsx'
import own from '#/admin/web/frame/Removable.module.css'
import { Removal } from '#/admin/web/frame/Removable.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskRating, RatingPart } from '#/ratings/desk.ts'

type Props = {
  rating: Pick<DeskRating, 'at' | 'stars' | 'feedback' | 'reply' | 'removed' | 'replyRemoved'>
  label: string
  heading: ReactNode
  writer: string
  /** The name of the person who can reply. */
  by: string
  remove(part: RatingPart, writer: string): ReactNode
  chip?: ReactNode
  /** Reports by readers. */
  about?: ReactNode
  /** Beside the buttons that remove it. */
  keep?: ReactNode
}

/** Shows a rating of a provider or a review of a product, with its reply, and lets an admin remove either. */
export function RatingCard({ rating, label, heading, writer, by, remove, chip, about, keep }: Props) {
  const { at, stars, feedback, reply, removed, replyRemoved } = rating
  return (
    <DeskCard label={label} heading={heading} chip={removed ? <Chip kind="bad">Removed</Chip> : chip}>
      <p className={css.soft}>
        {stars === null ? 'Note about a cancellation' : `${stars} of 5 stars`} · {momentText(at)}
      </p>
      {feedback && <p className={own.words}>“{feedback}”</p>}
      {reply !== null && (
        <div className={own.reply}>
          <p className={css.soft}>
            Reply by {by}
            {replyRemoved && ', removed'}
          </p>
          <p className={own.words}>“{reply}”</p>
          {replyRemoved && <Removal removal={replyRemoved} />}
        </div>
      )}
      {about}
      {removed ? (
        <Removal removal={removed} />
      ) : (
        <div className={own.buttons}>
          {keep}
          {reply !== null && !replyRemoved && remove('reply', by)}
          {remove('rating', writer)}
        </div>
      )}
    </DeskCard>
  )
}
