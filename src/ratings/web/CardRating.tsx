import type { Appointment } from '#/appointments/contract.ts'
import css from './CardRating.module.css'
import { Stars } from './Stars.tsx'

export function CardRating({ rating }: { rating: Appointment['rating'] }) {
  if (!rating) return null
  const { stars, feedback, reply } = rating
  return (
    <div className={css.rating}>
      {stars !== null && <Stars stars={stars} />}
      {feedback && <q>{feedback}</q>}
      {reply && <p>Answer: {reply}</p>}
    </div>
  )
}
