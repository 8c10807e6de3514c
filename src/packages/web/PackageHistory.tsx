import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '#/kernel/time.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import css from './Packages.module.css'
import { packages } from './packages.ts'
import { eventText, useText } from './words.ts'

/** Shows how the sessions were used and what happened to the package. Loads when opened. */
export function PackageHistory({ bought }: { bought: OwnedPackage }) {
  const [open, setOpen] = useState(false)
  const { data, isError } = useQuery({
    ...packages.query.package.queryOptions({ input: { id: bought.id } }),
    enabled: open,
  })
  return (
    <details className={css.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={`History of ${bought.title}`}>History</summary>
      {data ? (
        <ul>
          {data.uses.map((use) => (
            <li key={use.appointmentId}>
              {formatInstant(use.startsAt, bought.timeZone)} · {use.sessionType} · {useText[use.state]}
            </li>
          ))}
          {data.events.map((event) => (
            <li key={event.id} className={css.soft}>
              {momentText(event.at)} · {eventText[event.what]}
              {event.by === 'admin' && ' by Support'}
              {event.note && `: ${event.note}`}
            </li>
          ))}
        </ul>
      ) : (
        <p role={isError ? 'alert' : 'status'}>
          {isError ? 'Failed to load the history. Please try again.' : 'Loading...'}
        </p>
      )}
    </details>
  )
}
