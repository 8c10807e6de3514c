import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useNow } from '#/kernel/web/use-now.ts'
import { openedHere } from '#/messaging/web/index.ts'
import { relativeTime } from '#/notifications/web/index.ts'
import { threadAddress, useAskedForMessages, useContacts, useOpenThread } from './contacts.ts'
import css from './OwnMessages.module.css'

/** Lists the people who wrote to the reporter; each opens their thread. */
export function OwnMessages({ reportId }: { reportId: string }) {
  const contacts = useContacts(reportId)
  const isAsked = useAskedForMessages()
  const openThread = useOpenThread()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()
  const count = contacts?.length ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that asks for it
  useEffect(() => {
    if (!isAsked || count === 0) return
    if (count === 1) openThread(contacts![0]!.id, true)
    else heading.current?.focus()
  }, [isAsked, count])
  if (!contacts || count === 0) return null
  return (
    <section className={css.card} aria-labelledby="messages">
      <h2 id="messages" ref={heading} tabIndex={-1}>
        Messages
      </h2>
      <ul className={css.list}>
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Link to={threadAddress(contact.id)} state={openedHere} preventScrollReset className={css.row}>
              <span className={css.who}>{contact.with}</span>
              {contact.unread > 0 && <span className={css.unread}>{contact.unread} unread</span>}
              <time className={css.at} dateTime={contact.at.toISOString()}>
                {relativeTime(contact.at, now)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
