import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { Requested } from '#/sitting/request.ts'
import css from './ThankYou.module.css'

/** Names the requested sitters and what happens next. */
export function ThankYou({
  requested: { requests },
  isPaidHere,
}: {
  requested: Requested
  isPaidHere: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const isOne = requests.length === 1
  return (
    <section className={css.thanks} aria-labelledby="request-sent">
      <Drawing name="success" className={css.drawing} />
      <h2 id="request-sent" ref={heading} tabIndex={-1}>
        Thank you! Your {isOne ? 'request is' : 'requests are'} on {isOne ? 'its' : 'their'} way
      </h2>
      <ul className={css.asked}>
        {requests.map(({ id, sitterName, answerBy }) => (
          <li key={id}>
            <strong>{sitterName}</strong>
            <span>
              answers by <span className="tabular">{momentText(answerBy)}</span>
            </span>
          </li>
        ))}
      </ul>
      <ol className={css.steps}>
        <li>
          {isOne
            ? 'We’ll tell you as soon as they answer.'
            : 'The first to accept gets the booking, and we’ll withdraw your request from the others.'}
        </li>
        <li>
          {isPaidHere
            ? 'Nothing is charged before a sitter accepts.'
            : 'You pay the sitter directly, and agree on refunds with them.'}
        </li>
        <li>Without an answer in time, the request expires, and you can ask someone else.</li>
      </ol>
      <div className={css.links}>
        <Button component={Link} to="/services" variant="default">
          Go Back
        </Button>
        <Button component={Link} to="/appointments">
          My appointments
        </Button>
      </div>
    </section>
  )
}
