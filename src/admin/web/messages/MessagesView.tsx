import { TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskList } from '#/admin/web/frame/DeskList.tsx'
import { countText, deskPages } from '#/admin/web/frame/desk-pages.ts'
import { FilterSelect } from '#/admin/web/frame/FilterSelect.tsx'
import { useFilters } from '#/admin/web/frame/use-filters.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskRow } from '#/support/desk.ts'
import { contactTopics, isUrgent } from '#/support/rules.ts'
import own from './Messages.module.css'
import { deskAddress, kindName, promiseText } from './message-words.ts'

type Search = { show?: 'waiting' | 'done'; number?: number }

/** Not refetched by the clock, which would keep the session open forever. */
const options = (search: Search) =>
  admin.query.messages.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ ...search, cursor }),
  })

/** Counts messages that wait for an answer: '3', '20+', '0', or undefined while unknown. */
export function useUnanswered(): string | undefined {
  return countText(useInfiniteQuery(options({})).data?.pages[0])
}

/** The URL holds the view's state. */
export function MessagesView() {
  const { filters, go } = useFilters('messages', ['show', 'number'])
  const isDone = filters.show === 'done'
  const typed = filters.number
  const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined
  const query = useInfiniteQuery(
    options({ ...(isDone && { show: 'done' as const }), ...(number !== undefined && { number }) }),
  )
  return (
    <DeskList
      dense
      title="Messages"
      lead={
        isDone
          ? 'The most recently answered or closed come first.'
          : 'Safety comes first, then the longest wait. We promise an answer within 48 hours, or within 4 hours when it’s about safety.'
      }
      query={query}
      what={{ one: 'message', many: 'messages' }}
      filters={
        <>
          <FilterSelect
            value={isDone ? 'done' : ''}
            options={{ '': 'Waiting for an answer', done: 'Answered and closed' }}
            onChange={(value) => go({ show: value })}
          />
          <TextInput
            label="Reference"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={typed}
            onChange={({ currentTarget }) => go({ number: currentTarget.value.replace(/\D/g, '') })}
          />
        </>
      }
      empty={
        number !== undefined
          ? `We couldn’t find anything with the reference ${number}.`
          : isDone
            ? 'Nothing has been answered yet.'
            : 'Nobody is waiting for an answer.'
      }
      drawing={number !== undefined || isDone ? 'no-results' : 'success'}
    >
      {(row) => <Line row={row} />}
    </DeskList>
  )
}

function Line({ row }: { row: DeskRow }) {
  const { kind, id, number, topic, title, name, isWaiting, since } = row
  const promise = isWaiting ? promiseText(topic, since, new Date()) : undefined
  return (
    <article className={css.row} tabIndex={-1} aria-label={`${kindName[kind]} ${number}`}>
      <Link to={deskAddress(kind, id)} className={own.line}>
        <span className={own.about}>
          <strong className={own.title}>{title}</strong>
          <span className={css.soft}>
            {name || 'No name'} · {contactTopics[topic]}
          </span>
        </span>
        <span className={css.soft}>
          {kindName[kind]} {number}
          <br />
          {momentText(since)}
        </span>
        <span className={own.chips}>
          {isUrgent(topic) && <Chip kind="bad">Safety</Chip>}
          {promise && <Chip kind={promise.kind}>{promise.text}</Chip>}
        </span>
      </Link>
    </article>
  )
}
