import { Button } from '@mantine/core'
import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { MessageButton } from '#/messaging/web/index.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { EndMeet } from './EndMeet.tsx'

const answerMeet = onDemand(() => import('./AnswerMeet.tsx'))

/** Ends or answers a meet & greet, and opens its messages. */
export function MeetButtons({ meet }: { meet: MeetGreet }) {
  const { id, with: other, moves, hasMessages } = meet
  const [asking, setAsking] = useState<'accept' | 'suggest' | null>(null)
  const [answers, setAnswers] = useState(false)
  const AnswerMeet = useOnDemand(answerMeet, answers)
  const opening = (move: 'accept' | 'suggest') => ({
    onPointerEnter: answerMeet.prefetch,
    onFocus: answerMeet.prefetch,
    onClick() {
      setAnswers(true)
      setAsking(move)
    },
  })
  return (
    <>
      <EndMeet meet={meet} />
      {hasMessages && <MessageButton bookingId={id} name={other.name} />}
      {moves.includes('suggest') && (
        <Button
          variant="default"
          aria-label={`Suggest another time to ${other.name}`}
          {...opening('suggest')}
        >
          Suggest another time
        </Button>
      )}
      {moves.includes('accept') && (
        <Button aria-label={`Accept the meet & greet with ${other.name}`} {...opening('accept')}>
          Accept
        </Button>
      )}
      {AnswerMeet && <AnswerMeet meet={meet} move={asking} onClose={() => setAsking(null)} />}
    </>
  )
}
