import { Button, Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { SafetyMenu } from './SafetyMenu.tsx'
import css from './ThreadPanel.module.css'
import { useMarkRead } from './use-mark-read.ts'
import { useThread } from './use-thread.ts'
import { bookingText } from './words.ts'

type Props = { bookingId: string; userId: string; onClose: () => void }

export default function ThreadPanel({ bookingId, userId, onClose }: Props) {
  useFocusReturn()
  const { thread, lookedAt, error, retry, renewLinks, older } = useThread(bookingId)
  const [isAsking, setAsking] = useState(false)
  const [isAtEnd, setAtEnd] = useState(true)
  useMarkRead(bookingId, { thread, lookedAt }, isAtEnd)
  const place = { userId, bookingId }
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size="30rem"
      // An open dialog handles Escape and the focus first.
      closeOnEscape={!isAsking}
      trapFocus={!isAsking}
    >
      <Drawer.Overlay />
      <Drawer.Content className={css.panel} classNames={{ content: css.content }}>
        <div className={css.head}>
          <div className={css.who}>
            <Drawer.Title className={css.title}>{thread?.booking.with ?? 'Messages'}</Drawer.Title>
            {thread && <p className={css.about}>{bookingText(thread.booking)}</p>}
          </div>
          {thread && <SafetyMenu bookingId={bookingId} thread={thread} onAsking={setAsking} />}
          <Drawer.CloseButton aria-label="Close" size={44} />
        </div>
        {thread ? (
          <>
            <MessageList
              place={place}
              thread={thread}
              older={older}
              onAtEnd={setAtEnd}
              onBrokenLink={renewLinks}
              onAsking={setAsking}
            />
            <Composer place={place} thread={thread} />
          </>
        ) : error ? (
          <Failed error={error} retry={retry} />
        ) : (
          <Outline />
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Returns the focus to the opener on unmount; Mantine does so only on close. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const isMissing = ['request.not_found', 'request.malformed'].includes(errorCode(error))
  return (
    <div className={css.state} role="alert">
      <p>{isMissing ? 'There are no messages here for you to read.' : errorText(error)}</p>
      {!isMissing && (
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      )}
    </div>
  )
}

function Outline() {
  return (
    <div className={css.outline} role="status" aria-label="Loading messages">
      {['their first', 'my first', 'their second', 'my second'].map((name) => (
        <span key={name} className={css.bar} data-mine={name.startsWith('my') || undefined} />
      ))}
    </div>
  )
}
