import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Appointment } from '#/appointments/contract.ts'
import { placeFacts } from '#/appointments/web/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { ProviderRating } from '#/ratings/web/index.ts'
import { estimateOf } from '#/sitting/estimate.ts'
import type { Plan } from '#/sitting/plan.ts'
import {
  addressOf,
  paths,
  requestPath,
  type SitterAddress,
  sitterPath,
  wantedOf,
  widen,
} from '#/sitting/web/find/address.ts'
import { datesText } from '#/sitting/web/find/search-words.ts'
import { ratesOf } from '#/sitting/web/rates.ts'
import { type FoundSitter, sitting } from '#/sitting/web/sitting.ts'
import css from './ReplacementOffer.module.css'

/** Up to three sitters with room. Nobody is asked before the owner sends a request of their own. */
export default function ReplacementOffer({ appointment: { id, provider } }: { appointment: Appointment }) {
  const titleId = useId()
  const { data, isPending, isError, refetch } = useQuery(
    sitting.query.replacements.queryOptions({ input: { id }, staleTime: MINUTE }),
  )
  if (isError)
    return (
      <div className={css.offer} role="alert">
        <p>Failed to load other pet sitters. Please try again.</p>
        <Button variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  if (isPending) return <p className={css.quiet}>Looking for other sitters with room…</p>
  if (!data) return null
  const { petIds, near, within, sitters, ...plan } = data
  const address: SitterAddress = {
    wanted: wantedOf(plan, petIds, near),
    filters: within === null ? {} : { within },
  }
  const isNone = sitters.length === 0
  const wide = near && within !== null ? widen(address.filters) : {}
  return (
    <section className={css.offer} aria-labelledby={titleId}>
      <h3 id={titleId}>{isNone ? 'No other sitter nearby has room' : 'Other sitters with room'}</h3>
      <p className={css.quiet}>
        {datesText(plan)}
        {near && `, near ${near}`}.{' '}
        {isNone ? 'Try a wider search, or other dates.' : 'Nobody is booked until you ask and they accept.'}
      </p>
      {!isNone && (
        <ul className={css.sitters}>
          {sitters.map((sitter) => (
            <Offered key={sitter.id} sitter={sitter} plan={plan} address={address} />
          ))}
        </ul>
      )}
      <Link
        className={css.all}
        to={addressOf(
          paths.results,
          isNone
            ? { wanted: { ...address.wanted, near: wide.within ? address.wanted.near : '' }, filters: wide }
            : address,
        )}
        aria-label={`${isNone ? 'Search further away' : 'See all sitters with room'} instead of ${provider.name}`}
      >
        {isNone ? 'Search further away' : 'See all sitters with room'}
      </Link>
    </section>
  )
}

type Props = { sitter: FoundSitter; plan: Plan; address: SitterAddress }

function Offered({ sitter, plan, address }: Props) {
  const { id, name, rating, totalReviews, location, distanceKm } = sitter
  const { total, per } = estimateOf(plan, ratesOf(sitter))
  return (
    <li className={css.sitter}>
      <Portrait person={sitter} size={40} />
      <div className={css.who}>
        <Link to={sitterPath(id, address)}>{name}</Link>
        <p className={css.facts}>
          <ProviderRating rating={rating} totalReviews={totalReviews} />
          {placeFacts(location, distanceKm).map(({ term, text }) => (
            <span key={term}>{text}</span>
          ))}
          <span>
            <strong>{formatMoney(total)}</strong>
            {per === 'week' ? ' a week' : ''}, estimate
          </span>
        </p>
      </div>
      <Button component={Link} to={requestPath(id, address)} variant="light" aria-label={`Ask ${name}`}>
        Ask
      </Button>
    </li>
  )
}
