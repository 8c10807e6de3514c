import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { serviceText } from '#/sitting/text.ts'
import { datesText } from '#/sitting/web/find/search-words.ts'
import css from './Price.module.css'
import type { RequestDraft } from './use-request.ts'

const names = new Intl.ListFormat('en')

function SendButton({ isBusy, className }: { isBusy: boolean; className?: string | undefined }) {
  return (
    <Button type="submit" color="marigold" fullWidth disabled={isBusy} className={className}>
      {isBusy ? 'Sending...' : 'Send Booking Request'}
    </Button>
  )
}

/** On a phone: keeps the price and the button in sight, above the page's own bar. */
export function PriceBar({ request, isWaiting }: { request: RequestDraft; isWaiting: boolean }) {
  const { estimate, busy } = request
  return (
    <div className={css.bar}>
      {estimate && (
        <p>
          <strong>{formatMoney(estimate.total)}</strong>
          {estimate.per === 'week' && ' each week'}
        </p>
      )}
      <SendButton isBusy={busy || isWaiting} />
    </div>
  )
}

/** Shows the request and its price, line by line, and the button. */
export function Price({ request, isWaiting }: { request: RequestDraft; isWaiting: boolean }) {
  const { sitter, plan, estimate, pets, others, failure, busy } = request
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (failure) alert.current?.focus()
  }, [failure])
  const asked = [sitter.name, ...others.chosen.map((one) => one.sitter.name)]
  return (
    <aside className={css.price} aria-label="Price">
      <h2>Price</h2>
      {plan && estimate ? (
        <>
          <p className={css.what}>
            <strong>
              {serviceText[plan.service]}
              {pets.length > 0 && ` for ${names.format(pets.map(({ name }) => name))}`}
            </strong>
            <span>{datesText(plan)}</span>
          </p>
          <dl className={css.lines}>
            {estimate.lines.map(({ text, amount }) => (
              <div key={text}>
                <dt>{text}</dt>
                <dd>{formatMoney(amount)}</dd>
              </div>
            ))}
            <div className={css.total}>
              <dt>{estimate.per === 'week' ? 'Each week' : 'Total'}</dt>
              <dd>{formatMoney(estimate.total)}</dd>
            </div>
          </dl>
          <p className={css.quiet}>Estimate, the sitter confirms.</p>
        </>
      ) : (
        <p className={css.quiet}>Choose a service, dates and times to see the price.</p>
      )}
      <p className={css.quiet}>
        {sitter.isPaidHere
          ? 'Nothing is charged before a sitter accepts.'
          : `You pay ${others.chosen.length > 0 ? 'the sitter' : sitter.name} directly, and agree on refunds with them.`}
      </p>
      {failure && (
        <p ref={alert} role="alert" tabIndex={-1} className={css.failure}>
          {failure.text} {failure.way && <Link to={failure.way.to}>{failure.way.label}</Link>}
        </p>
      )}
      <SendButton className={css.send} isBusy={busy || isWaiting} />
      {asked.length > 1 && <p className={css.quiet}>Goes to {names.format(asked)}.</p>}
    </aside>
  )
}
