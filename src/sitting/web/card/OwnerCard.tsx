import type { Card, VisitCards } from '#/sitting/card-contract.ts'
import css from './Card.module.css'
import { CardContent } from './CardContent.tsx'
import { CardTimes } from './CardTimes.tsx'
import { clockAt } from './words.ts'

type Props = { visit: VisitCards; card: Card | null; now: Date }

/** A card for the owner: taps and photos as they arrive, and the rest once it is sent. */
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
      {!card.sentAt && <p className={css.quiet}>{unsentText(card, sitter, now)}</p>}
      <CardContent sentAt={card.sentAt} content={card.content} visit={visit} />
    </section>
  )
}

function unsentText({ stopped, closesAt }: Card, sitter: string, now: Date): string {
  if (now >= closesAt) return `${sitter} didn’t send this card. This is what they noted.`
  return stopped
    ? `${sitter} hasn’t sent the card yet. We’ll notify you when they do.`
    : `${sitter} has started. Taps and photos appear here as they arrive; the note comes with the card.`
}
