import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Trade } from '#/booking/trades.ts'
import type { CalendarWords } from '#/booking/web/words.ts'
import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './AvailabilityEditor.module.css'
import { availabilityOf } from './booking.ts'

const editor = onDemand(() => import('./Editor.tsx'))

type Props = {
  trade: Trade
  words: CalendarWords
  /** The page for people who have no record in that trade yet. */
  toProfile: ReactNode
  /** The trade's own booking rules. */
  rules?: ReactNode
}

export function AvailabilityEditor({ trade, words, toProfile, rules }: Props) {
  const query = useQuery(availabilityOf(trade))
  const Editor = useOnDemand(editor)
  if (query.data && Editor)
    return <Editor key={trade} trade={trade} words={words} saved={query.data} rules={rules} />
  if (query.error && errorCode(query.error) === 'request.not_found')
    return (
      <Message
        drawing="no-appointments"
        sentence="Save your profile first. Then you can set your hours here."
      >
        {toProfile}
      </Message>
    )
  if (query.error && !query.isFetching)
    return (
      <Message drawing="something-went-wrong" sentence={errorText(query.error)}>
        <Button onClick={() => query.refetch()}>Retry</Button>
      </Message>
    )
  return (
    <div className={css.frame} role="status" aria-label="Loading your hours">
      <div className={css.waiting}>
        <div className={css.week}>
          {Array.from({ length: 7 }, (_, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards that are all alike and never move
            <span key={day} />
          ))}
        </div>
        <div className={css.side} />
      </div>
    </div>
  )
}

type MessageProps = { drawing: DrawingName; sentence: string; children: ReactNode }

function Message({ drawing, sentence, children }: MessageProps) {
  return (
    <div className={css.message}>
      <Drawing name={drawing} />
      <p>{sentence}</p>
      {children}
    </div>
  )
}
