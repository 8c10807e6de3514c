import { Link } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import css from './AskUs.module.css'
import { ForMembers } from './ForMembers.tsx'
import { ticketAddress } from './ticket-address.ts'

export function AskUs() {
  return (
    <section className={css.ask}>
      <h2>Still not sure?</h2>
      <p>
        Write to us. A person answers within 48 hours, or within 4 hours when someone’s safety is at stake.
      </p>
      <Ways />
    </section>
  )
}

export function NothingFound({ query }: { query: string }) {
  return (
    <section className={css.ask}>
      <Drawing name="no-results" width={200} />
      <h2>No answer for “{query}”</h2>
      <p>Try fewer or different words, or ask us.</p>
      <Ways />
    </section>
  )
}

/** People who are logged in get the answer here, everyone else by email. */
function Ways() {
  return (
    <ForMembers
      visitor={
        <Link to="/contact" className={css.contact}>
          Contact us
        </Link>
      }
      member={
        <>
          <Link to={ticketAddress('new')} className={css.contact}>
            New ticket
          </Link>
          <Link to={ticketAddress('all')} className={css.quiet}>
            My tickets
          </Link>
        </>
      }
    />
  )
}
