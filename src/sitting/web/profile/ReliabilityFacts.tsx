import type { ReactNode } from 'react'
import type { Reliability } from '#/sitting/shapes.ts'
import { count } from '#/sitting/web/find/search-words.ts'
import { durationText } from './duration-text.ts'
import css from './ReliabilityFacts.module.css'

export function ReliabilityFacts({ reliability }: { reliability: Reliability }) {
  const { answers, answerMinutes, repeatOwners, cancellations } = reliability
  if (!answers && !cancellations && repeatOwners === 0)
    return <p className={css.none}>New here: no bookings yet</p>
  return (
    <dl className={css.facts}>
      {answers && (
        <Fact term="Requests answered in time">
          {answers.answered} of the last {answers.asked}
        </Fact>
      )}
      {answerMinutes !== null && <Fact term="Usually answers in">{durationText(answerMinutes)}</Fact>}
      <Fact term="Owners who came back">
        {repeatOwners === 0 ? 'None yet' : count(repeatOwners, 'owner')}
      </Fact>
      {cancellations && (
        <Fact term="Bookings they cancelled">
          {cancellations.cancelled} of the last {cancellations.bookings}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
