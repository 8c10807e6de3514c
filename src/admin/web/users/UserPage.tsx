import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { UserDetail } from '#/admin/users.ts'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/DeskItem.module.css'
import { DeskFact, DeskHead, DeskItem, DeskSection } from '#/admin/web/frame/DeskItem.tsx'
import {
  bookingsText,
  nameOf,
  recordAddress,
  recordName,
  statusName,
  wayName,
} from '#/admin/web/frame/words.ts'
import { LogList } from '#/admin/web/log/LogList.tsx'
import { formatPhone } from '#/kernel/phone.ts'
import { dayText, momentText } from '#/kernel/web/own-clock.ts'
import { UserActions } from './UserActions.tsx'

export function UserPage({ id }: { id: string }) {
  const query = useQuery(admin.query.user.queryOptions({ input: { id } }))
  return (
    <DeskItem query={query} what="user" back={{ to: '?view=users', label: 'All users' }}>
      {(user) => <Shown user={user} />}
    </DeskItem>
  )
}

function Shown({ user }: { user: UserDetail }) {
  return (
    <>
      <DeskHead title={nameOf(user)} state={user.suspendedAt !== null}>
        {user.suspendedAt ? <Chip kind="bad">Suspended</Chip> : <Chip kind="good">Active</Chip>}
      </DeskHead>
      {user.suspendedAt && (
        <p className={css.reason}>
          Suspended {momentText(user.suspendedAt)}: {user.suspendedReason}
        </p>
      )}
      <UserActions user={user} />
      <div className={css.sections}>
        <DeskSection title="Account">
          <dl className={css.facts}>
            <DeskFact name="Email">
              {user.email ?? 'None'}
              {user.email && !user.emailVerified && <span className={css.soft}> (not confirmed)</span>}
            </DeskFact>
            <DeskFact name="Contact phone">{user.phone ? formatPhone(user.phone) : 'None'}</DeskFact>
            <DeskFact name="Login phone">
              {user.signInPhone ? formatPhone(user.signInPhone) : 'None'}
            </DeskFact>
            <DeskFact name="Current role">{recordName(user.role)}</DeskFact>
            <DeskFact name="Joined">{dayText(user.joinedAt)}</DeskFact>
            <DeskFact name="Logs in with">{user.waysIn.map(wayName).join(', ') || 'Nothing'}</DeskFact>
            <DeskFact name="Pets">{user.pets}</DeskFact>
          </dl>
        </DeskSection>
        <DeskSection title="Bookings">
          <dl className={css.facts}>
            <DeskFact name="As owner">{bookingsText(user.asOwner)}</DeskFact>
            <DeskFact name="As provider">{bookingsText(user.asProvider)}</DeskFact>
          </dl>
          <Link to={`?view=appointments&of=${user.id}`} className={css.record}>
            See appointments and meet & greets
          </Link>
        </DeskSection>
        <DeskSection title="Provider records">
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
        </DeskSection>
        <DeskSection title={`Sessions (${user.sessions.length})`}>
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
        </DeskSection>
      </div>
      <h2 className={css.history}>Audit log</h2>
      <LogList filter={{ subjectId: user.id }} nothing="No admin has done anything with this account yet." />
    </>
  )
}
