import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { isBeforeContact, meetTrade, reportTrade, whyClosed } from '#/messaging/rules.ts'
import { reportWarning } from '#/messaging/text.ts'
import { Bubble } from './Bubble.tsx'
import css from './MessageList.module.css'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { type Place, postAgain, takeBack, useOutbox } from './outbox.ts'
import type { Thread } from './thread-cache.ts'
import type { Older } from './use-thread.ts'
import { byDay } from './words.ts'

type Props = {
  place: Place
  thread: Thread
  older: Older
  onAtEnd(isAtEnd: boolean): void
  onBrokenLink(): void
  /** Whether a dialog is open over the thread. */
  onAsking(isAsking: boolean): void
}

/** In pixels. */
const nearEnd = 60

/** Shows the messages, newest at the end, then the unsent ones. */
export function MessageList({ place, thread, older, onAtEnd, onBrokenLink, onAsking }: Props) {
  const client = useQueryClient()
  const outbox = useOutbox(place)
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const { booking, rows } = thread
  const last = rows.at(-1)
  const written = outbox.length

  const toEnd = () => scroller.current?.scrollTo({ top: 0 })
  // Show writers their own message.
  useEffect(() => {
    if (written > 0) scroller.current?.scrollTo({ top: 0 })
  }, [written])

  function follow() {
    // The list is laid out in reverse: its end is at 0, and positions above are negative.
    const now = scroller.current!.scrollTop > -nearEnd
    if (now === isAtEnd) return
    setAtEnd(now)
    onAtEnd(now)
  }

  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={css.scroller}
        onScroll={follow}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard
        tabIndex={0}
        role="log"
        aria-label="Messages"
      >
        <div className={css.all}>
          {older.isThere && <OlderButton older={older} />}
          {rows.length === 0 && written === 0 && <Nothing thread={thread} />}
          {byDay(rows, new Date()).map(({ day, name, rows: ofDay }) => (
            <section key={day} aria-label={name}>
              <h3 className={css.day}>{name}</h3>
              <ol className={css.list}>
                {ofDay.map((message) => (
                  <Bubble
                    key={message.id}
                    message={message}
                    booking={booking}
                    onBrokenLink={onBrokenLink}
                    onAsking={onAsking}
                  />
                ))}
              </ol>
            </section>
          ))}
          {written > 0 && (
            <ol className={`${css.list} ${css.under}`} aria-label="On their way">
              {outbox.map((outgoing) => (
                <OutgoingBubble
                  key={outgoing.key}
                  outgoing={outgoing}
                  onRetry={() => postAgain(client, place, outgoing)}
                  onRemove={() => takeBack(place, outgoing)}
                />
              ))}
            </ol>
          )}
        </div>
      </div>
      {!isAtEnd && last && !last.isMine && thread.unread > 0 && (
        <Button className={css.news} size="xs" radius="xl" onClick={toEnd}>
          New messages
        </Button>
      )}
    </div>
  )
}

function OlderButton({ older: { isLoading, failed, load } }: { older: Older }) {
  return (
    <div className={css.older}>
      <Button variant="subtle" aria-disabled={isLoading} onClick={load}>
        {isLoading ? 'Loading...' : 'Show earlier messages'}
      </Button>
      {failed && <p role="alert">Something went wrong. Please try again.</p>}
    </div>
  )
}

function Nothing({ thread }: { thread: Thread }) {
  const { with: name, trade, phase } = thread.booking
  const isClosed = whyClosed({ ...thread, ...thread.booking }, new Date()) !== null
  return (
    <div className={css.nothing}>
      <Drawing name="message-sent" width={160} />
      <p className={css.lead}>No messages yet</p>
      {!isClosed && (
        <p>
          {`Only you and ${name} can see these messages. We see them only if one of you reports them.`}
          {trade === reportTrade && ` ${reportWarning}`}
          {isBeforeContact(phase) &&
            ` Phone numbers can wait until ${trade === meetTrade ? 'you’ve agreed on a time' : 'the booking is confirmed'}.`}
        </p>
      )}
    </div>
  )
}
