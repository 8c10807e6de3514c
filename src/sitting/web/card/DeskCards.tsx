import type { DeskCards as Cards } from '#/sitting/card-contract.ts'
import css from './Card.module.css'
import { CardContent } from './CardContent.tsx'
import { CardTimes } from './CardTimes.tsx'
import { clockAt } from './words.ts'

/** The visit cards of an appointment, as admins see them when the two sides disagree. */
export function DeskCards({ found, now }: { found: Cards; now: Date }) {
  const { cards, timeZone } = found
  if (cards.length === 0) return <p className={css.quiet}>The sitter never started a visit.</p>
  return cards.map((card) => (
    <section key={card.day} className={css.card} aria-label={`Visit card of ${card.day}`}>
      <CardTimes card={card} timeZone={timeZone} now={now} />
      <p className={css.quiet}>
        {card.sentAt
          ? `Sent at ${clockAt(card.sentAt, timeZone)}`
          : now >= card.closesAt
            ? 'Not sent, and too late to change: the owner sees it all'
            : 'Not sent: the owner sees taps and photos, but not the note'}
      </p>
      <CardContent sentAt={card.sentAt} content={card.content} visit={found} />
    </section>
  ))
}
