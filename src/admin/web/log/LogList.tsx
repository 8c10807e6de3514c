import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AuditAction, AuditSubject } from '#/admin/acts.ts'
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
              {subjects[line.subject.kind as AuditSubject](line.subject, line.action)}
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

type Named = AuditLine['subject']
type Shown = (subject: Named, action: AuditAction) => ReactNode

const link = (to: string, words: string) => <Link to={to}>{words}</Link>

/** A link by the subject's name, or the sentence for one that is gone. */
const named =
  (addressOf: (id: string) => string, gone: string): Shown =>
  ({ id, name }) =>
    name === null ? gone : link(addressOf(id), name)

const atDesk =
  (kind: 'ticket' | 'message'): Shown =>
  ({ id, name }) =>
    name === null
      ? 'something that has been deleted'
      : link(deskAddress(kind, id), `${kindName[kind]} ${name}`)

const subjects: Readonly<Record<AuditSubject, Shown>> = {
  user: ({ id, name }) =>
    name === null ? 'a deleted account' : link(userAddress(id), name || 'a user without a name'),
  admin: ({ name }) => (name === null ? 'a deleted account' : name || 'no name'),
  ticket: atDesk('ticket'),
  message: atDesk('message'),
  report: () => link('?view=reports&show=done', 'a report of messages'),
  rating: () => link('?view=ratings&show=removed', 'a rating of a provider'),
  review: () => link('?view=reviews&show=removed', 'a review of a product'),
  incident: () => link('?view=incidents&show=removed', 'an incident at a visit'),
  pet_report: (_subject, action) =>
    link(`?view=pet-reports${action === 'pet.report_removed' ? '&show=removed' : ''}`, 'a pet report'),
  appointment: ({ id }) => link(appointmentAddress(id), 'an appointment'),
  package: ({ id }) => link(packageAddress(id), 'a package'),
  order: ({ id }) => link(orderAddress(id), 'an order'),
  product: named(productsAddress, 'a product that has been deleted'),
  coupon: named(couponAddress, 'a coupon that has been deleted'),
  autoship: named(autoshipsAddress, 'an autoship that has been deleted'),
  tax_class: ({ name }) => link('?view=tax', name ?? ''),
  injured_report: () => link('?view=injured&show=all', 'a report of an injured animal'),
  emergency_place: named(placeAddress, 'an entry that has been removed'),
}
