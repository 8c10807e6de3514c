import { Link } from 'react-router'
import { ChevronIcon } from '#/app/shell/icons.tsx'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import css from './LandingCard.module.css'
import type { Card } from './landing-cards.ts'

type Props = { card: Card; wide?: boolean; onDetails: (card: Card) => void }

/** On a phone the whole card opens its details; on a wider screen it links to the services. */
export function LandingCard({ card, wide = false, onDetails }: Props) {
  return (
    <article className={wide ? css.wideCard : css.card}>
      <Drawing name={card.drawing} className={css.drawing} />
      <div className={css.text}>
        <h3>
          <button
            type="button"
            className={css.onPhone}
            aria-haspopup="dialog"
            onClick={() => onDetails(card)}
          >
            {card.nameOnPhone ?? card.name}
          </button>
          <span className={css.onDesktop}>{card.name}</span> <Soon path={card.path} />
        </h3>
        <p className={css.onDesktop}>{card.line}</p>
        {wide && (
          <ul className={css.points}>
            {card.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
        <Link to="/services" className={css.explore} aria-label={`Explore ${card.name}`}>
          Explore
          <ChevronIcon />
        </Link>
      </div>
    </article>
  )
}
