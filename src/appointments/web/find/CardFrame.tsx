import type { ReactNode } from 'react'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { PinIcon } from '#/location/web/index.ts'
import css from './ProviderCard.module.css'

export type Fact = { icon: ReactNode; term: string; text: ReactNode }

type Props = {
  provider: { name: string; imageUrl: string | null }
  /** Replaces the name as the heading. */
  heading?: ReactNode
  /** The provider's work. */
  about: string
  rating: ReactNode
  facts: readonly Fact[]
  /** A quiet action in the corner. */
  corner?: ReactNode
  children: ReactNode
}

/** Frames a provider's card: who they are and their own words; price and actions go below. */
export function CardFrame({
  provider,
  heading = provider.name,
  about,
  rating,
  facts,
  corner,
  children,
}: Props) {
  return (
    <article className={css.card}>
      <header className={css.head}>
        <Portrait person={provider} />
        <div className={css.who}>
          <h2 className={css.name}>{heading}</h2>
          <p className={css.specialization}>{about}</p>
          {rating}
        </div>
        {corner}
      </header>
      <dl className={css.facts}>
        {facts.map(({ icon, term, text }) => (
          <div key={term}>
            <dt>
              {icon}
              <span className={css.spoken}>{term}</span>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  )
}

export function placeFacts(location: string | null, distanceKm: number | null | undefined): Fact[] {
  if (!location) return []
  return [{ icon: <PinIcon />, term: 'Location', text: `${location}${distanceText(distanceKm)}` }]
}

/** Positions are known to about a kilometre, so no distance is shown as less. */
function distanceText(km: number | null | undefined): string {
  if (km === null || km === undefined) return ''
  return km < 1 ? ' · about 1 km away' : ` · about ${km} km away`
}
