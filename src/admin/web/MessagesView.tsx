import { NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { DeskRow } from '#/support/desk.ts'
import { contactTopics, isUrgent } from '#/support/rules.ts'
import { admin } from './admin.ts'
import { Chip } from './Chip.tsx'
import css from './Desk.module.css'
import own from './Messages.module.css'
import { deskAddress, kindName, promiseText } from './message-words.ts'
import { useFilters } from './use-filters.ts'

type Search = { show?: 'waiting' | 'done'; number?: number }

/** Not refetched by the clock, which would keep the session open forever. */
const options = (search: Search) =>
  admin.query.messages.infiniteOptions({
    ...byCursor,
    input: (cursor) => ({ ...search, cursor }),
    refetchOnWindowFocus: 'always',
  })

/** Counts messages that wait for an answer: '3', '20+', '0', or undefined while unknown. */
export function useUnanswered(): string | undefined {
  const first = useInfiniteQuery(options({})).data?.pages[0]
  return first && `${first.rows.length}${first.nextCursor ? '+' : ''}`
}

/** The URL holds the view's state. */
export function MessagesView() {
  const { filters, go } = useFilters('messages', ['show', 'number'])
  const isDone = filters.show === 'done'
  const typed = filters.number
  const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined
  const query = useInfiniteQuery({
    ...options({ ...(isDone && { show: 'done' as const }), ...(number !== undefined && { number }) }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <h1>Messages</h1>
      <p className={css.lead}>
        {isDone
          ? 'The most recently answered or closed come first.'
          : 'Safety comes first, then the longest wait. We promise an answer within 48 hours, or within 4 hours when it’s about safety.'}
      </p>
      <search className={css.filters}>
        <NativeSelect
          label="Show"
          value={isDone ? 'done' : ''}
          data={[
            { value: '', label: 'Waiting for an answer' },
            { value: 'done', label: 'Answered and closed' },
          ]}
          onChange={({ currentTarget }) => go({ show: currentTarget.value })}
        />
        <TextInput
          label="Reference"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={typed}
          onChange={({ currentTarget }) => go({ number: currentTarget.value.replace(/\D/g, '') })}
        />
      </search>
      <PagedList
        dense
        query={query}
        what={{ one: 'message', many: 'messages' }}
        failed={unknownErrorText}
        empty={
          number !== undefined
            ? {
                drawing: 'no-results',
                sentence: `We couldn’t find anything with the reference ${number}.`,
                action: null,
              }
            : isDone
              ? { drawing: 'no-results', sentence: 'Nothing has been answered yet.', action: null }
              : { drawing: 'success', sentence: 'Nobody is waiting for an answer.', action: null }
        }
      >
        {(row) => <Line row={row} />}
      </PagedList>
    </>
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
