import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { UserDetail } from '#/admin/contract.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { dayText, momentText } from '#/kernel/web/own-clock.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import { LogList } from './LogList.tsx'
import { UserActions } from './UserActions.tsx'
import css from './UserPage.module.css'
import { useFocusOnChange } from './use-focus-on-change.ts'
import { bookingsText, nameOf, recordAddress, recordName, statusName, wayName } from './words.ts'

export function UserPage({ id }: { id: string }) {
  const {
    data: user,
    error,
    isFetching,
    refetch,
  } = useQuery(admin.query.user.queryOptions({ input: { id } }))
  return (
    <div>
      <Link to="?view=users" className={css.back}>
        ← All users
      </Link>
      {user ? (
        <Shown user={user} />
      ) : error && !isFetching ? (
        <div role="alert">
          <p>{errorText(error)}</p>
          <Button onClick={() => refetch()}>Retry</Button>
        </div>
      ) : (
        <div className={css.ghost} role="status" aria-label="Loading user" />
      )}
    </div>
  )
}

function Shown({ user }: { user: UserDetail }) {
  const heading = useFocusOnChange(user.suspendedAt !== null)
  return (
    <>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1}>
          {nameOf(user)}
        </h1>
        {user.suspendedAt ? <Chip kind="bad">Suspended</Chip> : <Chip kind="good">Active</Chip>}
      </div>
      {user.suspendedAt && (
        <p className={css.reason}>
          Suspended {momentText(user.suspendedAt)}: {user.suspendedReason}
        </p>
      )}
      <UserActions user={user} />
      <div className={css.sections}>
        <Section title="Account">
          <dl className={css.facts}>
            <Fact name="Email">
              {user.email ?? 'None'}
              {user.email && !user.emailVerified && <span className={css.soft}> (not confirmed)</span>}
            </Fact>
            <Fact name="Phone to reach them by">{user.phone ? formatPhone(user.phone) : 'None'}</Fact>
            <Fact name="Phone to log in with">
              {user.signInPhone ? formatPhone(user.signInPhone) : 'None'}
            </Fact>
            <Fact name="Current role">{recordName(user.role)}</Fact>
            <Fact name="Joined">{dayText(user.joinedAt)}</Fact>
            <Fact name="Logs in with">{user.waysIn.map(wayName).join(', ') || 'Nothing'}</Fact>
            <Fact name="Pets">{user.pets}</Fact>
          </dl>
        </Section>
        <Section title="Bookings">
          <dl className={css.facts}>
            <Fact name="As owner">{bookingsText(user.asOwner)}</Fact>
            <Fact name="As provider">{bookingsText(user.asProvider)}</Fact>
          </dl>
          {user.asOwner.all + user.asProvider.all > 0 && (
            <Link to={`?view=appointments&of=${user.id}`} className={css.record}>
              See appointments
            </Link>
          )}
        </Section>
        <Section title="Provider records">
          {user.records.length === 0 ? (
            <p className={css.soft}>None.</p>
          ) : (
            <ul className={css.list}>
              {user.records.map(({ record, recordId, name, status }) => (
                <li key={record}>
                  <span>
                    <Link to={recordAddress(record, recordId)} className={css.record}>
                      {recordName(record)}
                    </Link>
                    <br />
                    <span className={css.soft}>{name}</span>
                  </span>
                  <Chip kind={statusName(status).kind}>{statusName(status).name}</Chip>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title={`Sessions (${user.sessions.length})`}>
          {user.sessions.length === 0 ? (
            <p className={css.soft}>Not logged in anywhere.</p>
          ) : (
            <ul className={css.list}>
              {user.sessions.map(({ id, startedAt, lastSeenAt, address, device }) => (
                <li key={id}>
                  <span>
                    {device ?? 'Unknown device'}
                    <br />
                    <span className={css.soft}>
                      {address ?? 'Unknown address'} · since {momentText(startedAt)} · last seen{' '}
                      {momentText(lastSeenAt)}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
      <h2 className={css.history}>Audit log</h2>
      <LogList filter={{ subjectId: user.id }} nothing="Nothing has been done about this account." />
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
