import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { placeFacts } from '#/appointments/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { Portrait } from '#/kernel/web/Portrait.tsx'
import { ProviderRating } from '#/ratings/web/index.ts'
import { mostSittersAsked } from '#/sitting/rules.ts'
import { policyLine } from '#/sitting/terms.ts'
import css from './OtherSitters.module.css'
import form from './SitterForm.module.css'
import type { RequestDraft } from './use-request.ts'

const first = 4

/** Offers other sitters who have room for the same; the first to accept gets the booking. */
export function OtherSitters({ request }: { request: RequestDraft }) {
  const { sitter, plan, change, others, asksOnlyOne } = request
  const [showsAll, setShowsAll] = useState(false)
  const { found, chosen, isPending, isError, retry } = others
  if (!plan || isPending || (found.length === 0 && !isError)) return null
  const isFull = chosen.length >= mostSittersAsked - 1
  const ids = chosen.map((other) => other.sitter.id)
  const shown = showsAll ? found : found.filter((other, at) => at < first || ids.includes(other.sitter.id))
  return (
    <section className={form.section} aria-labelledby="request-others">
      <h2 id="request-others">Send to other sitters too</h2>
      <p className={form.quiet}>
        The first to accept gets the booking, and we’ll withdraw your request from the others. Up to{' '}
        {mostSittersAsked - 1}, besides {sitter.name}.
      </p>
      {asksOnlyOne && (
        <p id="request-only-one">
          Please confirm your email address or phone number to ask other sitters too. Until then you can have
          one request waiting. <Link to={loginSettingsPath}>Confirm address</Link>
        </p>
      )}
      {isError && found.length === 0 ? (
        <div role="alert">
          <p>Failed to load pet sitters. Please try again.</p>
          <Button variant="default" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <ul className={css.others}>
          {shown.map(({ sitter: other, estimate }) => {
            const isChosen = ids.includes(other.id)
            const policy = chosen.find((one) => one.sitter.id === other.id)?.refundPolicy
            return (
              <li key={other.id}>
                <label className={css.other}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={asksOnlyOne || (isFull && !isChosen)}
                    aria-describedby={asksOnlyOne ? 'request-only-one' : undefined}
                    onChange={() =>
                      change({
                        otherIds: isChosen ? ids.filter((id) => id !== other.id) : [...ids, other.id],
                      })
                    }
                  />
                  <Portrait person={other} size={40} />
                  <span className={css.who}>
                    <strong>{other.name}</strong>
                    <span className={css.facts}>
                      <ProviderRating rating={other.rating} totalReviews={other.totalReviews} />
                      {placeFacts(other.location, other.distanceKm).map(({ term, text }) => (
                        <span key={term}>{text}</span>
                      ))}
                    </span>
                  </span>
                  <span className={css.cost}>
                    <strong>{formatMoney(estimate.total)}</strong>
                    {estimate.per === 'week' && ' a week'}
                  </span>
                </label>
                {policy && sitter.isPaidHere && (
                  <p className={css.policy}>If you cancel, you get a {policyLine(plan, policy)}.</p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button variant="subtle" onClick={() => setShowsAll(true)}>
            Show {found.length - shown.length} more
          </Button>
        </div>
      )}
    </section>
  )
}
