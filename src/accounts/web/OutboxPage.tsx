import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { OutboxMessage } from '#/accounts/contract.ts'
import { outboxText } from '#/accounts/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { accounts } from './accounts.ts'
import css from './OutboxPage.module.css'
import button from './SubmitButton.module.css'

/** Shows mails and texts that weren't sent. Doesn't exist in production or on other machines. */
export default function OutboxPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(
    accounts.query.outbox.queryOptions({ staleTime: 0, refetchOnWindowFocus: 'always' }),
  )
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>Outbox</h1>
        <button type="button" className={button.quiet} disabled={isFetching} onClick={() => refetch()}>
          {isFetching ? 'Looking...' : 'Refresh'}
        </button>
      </div>
      <p className={css.lead}>{outboxText.what}</p>
      {isPending ? (
        <div role="status" aria-label="Loading the outbox" className={css.list}>
          <div className={css.skeleton} />
          <div className={css.skeleton} />
        </div>
      ) : error ? (
        <p role="alert" className={css.failed}>
          {errorText(error, outboxText)}
        </p>
      ) : data.messages.length === 0 ? (
        <p className={css.empty}>{outboxText.empty}</p>
      ) : (
        <ul className={css.list}>
          {data.messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Message({ message: { kind, to, subject, text, calendar, sentAt } }: { message: OutboxMessage }) {
  return (
    <li className={css.message}>
      <h2>{subject ?? 'Text message'}</h2>
      <p className={css.about}>
        {kind === 'mail' ? 'Mail' : 'SMS'} to {to},{' '}
        <time dateTime={sentAt.toISOString()}>{momentText(sentAt)}</time>
      </p>
      <div className={css.text}>{withLinks(text)}</div>
      {calendar && (
        <p className={css.attached}>
          <a download="invite.ics" href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendar)}`}>
            invite.ics
          </a>
          , for a calendar
        </p>
      )}
    </li>
  )
}

/** Turns the addresses in a text into links. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
