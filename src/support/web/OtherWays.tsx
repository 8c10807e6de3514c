import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatPhone, telephone } from '#/kernel/phone.ts'
import type { Operator } from '#/support/contract.ts'
import css from './OtherWays.module.css'
import { support } from './support.ts'

export function OtherWays() {
  const { data, isError, refetch } = useQuery(
    support.query.operator.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  )
  return (
    <aside className={css.card} aria-label="Other ways to reach us">
      <h2>Other ways</h2>
      {data ? <Ways operator={data} /> : isError ? <Failed retry={() => void refetch()} /> : <Outline />}
      <h3>When we answer</h3>
      <p>Within 48 hours, or within 4 hours when someone’s safety is at stake.</p>
      <h3>An animal in danger?</h3>
      <p>Don’t wait for us: call the nearest clinic that’s open.</p>
      <Link to="/emergency-services" className={css.link}>
        Emergency help
      </Link>
      <Link to="/help-support" className={css.link}>
        Answers to common questions
      </Link>
    </aside>
  )
}

function Ways({ operator }: { operator: Operator }) {
  const { email, phone, whatsapp, address, hours, grievanceOfficer } = operator
  if (![email, phone, whatsapp, address, hours, grievanceOfficer].some(Boolean))
    return <p>None yet. Please use the form.</p>
  return (
    <dl className={css.ways}>
      {email && (
        <>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </>
      )}
      {phone && (
        <>
          <dt>Phone</dt>
          <dd>
            <a href={telephone(phone)}>{formatPhone(phone)}</a>
          </dd>
        </>
      )}
      {whatsapp && (
        <>
          <dt>WhatsApp</dt>
          <dd>
            <a href={whatsapp.url} target="_blank" rel="noopener">
              {whatsapp.number}
            </a>
          </dd>
        </>
      )}
      {hours && (
        <>
          <dt>Hours</dt>
          <dd>{hours}</dd>
        </>
      )}
      {address && (
        <>
          <dt>Address</dt>
          <dd className={css.lines}>{address}</dd>
        </>
      )}
      {grievanceOfficer && (
        <>
          <dt>Grievance officer</dt>
          <dd>
            {grievanceOfficer}
            {email && (
              <>
                {', '}
                <a href={`mailto:${email}?subject=Grievance`}>{email}</a>
              </>
            )}
          </dd>
        </>
      )}
    </dl>
  )
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <div role="alert" className={css.failed}>
      <p>Something went wrong. Please try again.</p>
      <button type="button" onClick={retry}>
        Retry
      </button>
    </div>
  )
}

function Outline() {
  return (
    <div role="status" aria-label="Loading">
      <dl className={css.ways}>
        {['Email'].map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={css.bar} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
