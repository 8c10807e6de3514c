import type { Card, VisitCards } from '#/sitting/card-contract.ts'
import css from './Card.module.css'
import { CardContent } from './CardContent.tsx'
import { CardTimes } from './CardTimes.tsx'
import { clockAt } from './words.ts'

type Props = { visit: VisitCards; card: Card | null; now: Date }

/** A card for the owner: that it has begun, and all of it once it is sent. */
export function OwnerCard({ visit, card, now }: Props) {
  const { with: sitter, timeZone, phase, startsAt } = visit
  if (!card)
    return (
      <p className={css.quiet}>
        {phase === 'agreed'
          ? `Not started yet. It begins at ${clockAt(startsAt, timeZone)}, and this page will update automatically.`
          : 'There is no visit card for this booking.'}
      </p>
    )
  return (
    <section className={css.card} aria-label="Visit card">
      <CardTimes card={card} timeZone={timeZone} now={now} />
      {card.content ? (
        <>
          {!card.sentAt && (
            <p className={css.quiet}>{sitter} didn’t send this card. This is what they noted.</p>
          )}
          <CardContent sentAt={card.sentAt} content={card.content} visit={visit} />
        </>
      ) : (
        <p className={css.quiet}>
          {card.stopped
            ? `${sitter} hasn’t sent the card yet. We’ll notify you when they do.`
            : `${sitter} has started. You’ll get photos, times and notes when they send the card.`}
        </p>
      )}
    </section>
  )
}
