import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AuditAction } from '#/admin/acts.ts'
import type { AuditLine } from '#/admin/contract.ts'
import { admin } from '#/admin/web/frame/admin.ts'
import { DeskRows } from '#/admin/web/frame/DeskList.tsx'
import {
  appointmentAddress,
  autoshipsAddress,
  changeName,
  couponAddress,
  orderAddress,
  packageAddress,
  placeAddress,
  productsAddress,
  userAddress,
  valueText,
} from '#/admin/web/frame/words.ts'
import { deskAddress, kindName } from '#/admin/web/messages/message-words.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import css from './LogList.module.css'

type Props = {
  filter: { action?: AuditAction; adminId?: string; only?: 'byUsers'; subjectId?: string }
  nothing: string
}

export function LogList({ filter, nothing }: Props) {
  const query = useInfiniteQuery({
    ...admin.query.log.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ ...filter, cursor }),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <DeskRows dense query={query} what={{ one: 'line', many: 'lines' }} empty={nothing}>
      {(line) => <Line line={line} withSubject={!filter.subjectId} />}
    </DeskRows>
  )
}

function Line({ line, withSubject }: { line: AuditLine; withSubject: boolean }) {
  const changes = [...new Set([...Object.keys(line.before), ...Object.keys(line.after)])]
  const isOwn = line.subject.id === (line.admin ?? line.user)?.id
  return (
    <article className={css.line} tabIndex={-1}>
      <time dateTime={line.happenedAt.toISOString()} className={css.time}>
        {momentText(line.happenedAt)}
      </time>
      <div className={css.what}>
        <p>
          <Actor line={line} /> {line.said}
          {withSubject && !isOwn && (
            <>
              {': '}
              <Subject line={line} />
            </>
          )}
        </p>
        {line.reason && <p className={css.soft}>“{line.reason}”</p>}
        {changes.length > 0 && (
          <ul className={css.changes}>
            {changes.map((name) => (
              <li key={name}>
                {changeName(name)}: {name in line.before && `${valueText(line.before[name])} → `}
                {name in line.after ? valueText(line.after[name]) : 'gone'}
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}

/** Tells users from admins, who may have the same name. */
function Actor({ line: { admin: by, user } }: { line: AuditLine }) {
  if (!user) return <strong>{by?.name ?? 'The command line'}</strong>
  if (user.name === null) return <strong>A deleted account</strong>
  return (
    <>
      User <Link to={userAddress(user.id)}>{user.name || 'without a name'}</Link>
    </>
  )
}

function Subject({ line: { subject, action } }: { line: AuditLine }) {
  if (subject.kind === 'ticket' || subject.kind === 'message') {
    if (subject.name === null) return <>something that has been deleted</>
    return (
      <Link to={deskAddress(subject.kind, subject.id)}>
        {kindName[subject.kind]} {subject.name}
      </Link>
    )
  }
  if (subject.kind === 'report') return <Link to="?view=reports&show=done">a report of messages</Link>
  if (subject.kind === 'rating') return <Link to="?view=ratings&show=removed">a rating of a provider</Link>
  if (subject.kind === 'review') return <Link to="?view=reviews&show=removed">a review of a product</Link>
  if (subject.kind === 'incident')
    return <Link to="?view=incidents&show=removed">an incident at a visit</Link>
  if (subject.kind === 'pet_report') {
    const shown = action === 'pet.report_removed' ? '&show=removed' : ''
    return <Link to={`?view=pet-reports${shown}`}>a pet report</Link>
  }
  if (subject.kind === 'appointment') return <Link to={appointmentAddress(subject.id)}>an appointment</Link>
  if (subject.kind === 'package') return <Link to={packageAddress(subject.id)}>a package</Link>
  if (subject.kind === 'order') return <Link to={orderAddress(subject.id)}>an order</Link>
  if (subject.kind === 'product') {
    if (subject.name === null) return <>a product that has been deleted</>
    return <Link to={productsAddress(subject.id)}>{subject.name}</Link>
  }
  if (subject.kind === 'coupon') {
    if (subject.name === null) return <>a coupon that has been deleted</>
    return <Link to={couponAddress(subject.id)}>{subject.name}</Link>
  }
  if (subject.kind === 'autoship') {
    if (subject.name === null) return <>an autoship that has been deleted</>
    return <Link to={autoshipsAddress(subject.id)}>{subject.name}</Link>
  }
  if (subject.kind === 'tax_class') return <Link to="?view=tax">{subject.name}</Link>
  if (subject.kind === 'injured_report')
    return <Link to="?view=injured&show=all">a report of an injured animal</Link>
  if (subject.kind === 'emergency_place') {
    if (subject.name === null) return <>an entry that has been removed</>
    return <Link to={placeAddress(subject.id)}>{subject.name}</Link>
  }
  const name = subject.name ?? (subject.name === null ? 'a deleted account' : 'no name')
  if (subject.kind !== 'user' || subject.name === null) return <>{name || 'no name'}</>
  return <Link to={userAddress(subject.id)}>{name || 'a user without a name'}</Link>
}
