import type { ReactNode } from 'react'
import { priceText } from '#/appointments/web/price-text.ts'
import type { Money } from '#/kernel/money.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { Bio } from './Bio.tsx'
import css from './ProviderSummary.module.css'

type Props = {
  provider: { name: string; imageUrl: string | null; bio: string | null }
  /** The provider's work and place. */
  about: string
  price: Money | null
  /** 'an hour' */
  per?: string
  /** The rating, which unfolds the reviews. */
  reviews: ReactNode
  /** More about them, below their own words. */
  children?: ReactNode
}

/** Shows the provider at a glance; their own words and reviews unfold on a click. */
export function ProviderSummary({ provider, about, price, per = 'fee', reviews, children }: Props) {
  const { name, bio } = provider
  return (
    <div className={css.provider}>
      <Portrait person={provider} size={48} />
      <div className={css.lines}>
        <p>
          {about}
          {price && (
            <>
              {' · '}
              <strong className="tabular">{priceText(price)}</strong> {per}
            </>
          )}
        </p>
        <div className={css.folds}>
          {reviews}
          <details>
            <summary aria-label={`About ${name}`}>About</summary>
            <div className={css.about}>
              {bio && <Bio text={bio} of={name} />}
              {children}
            </div>
          </details>
        </div>
      </div>
    </div>
  )
}
