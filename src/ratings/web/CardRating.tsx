import type { Appointment } from '#/appointments/contract.ts'
import { Stars } from '#/kernel/web/reviews/Stars.tsx'
import css from './CardRating.module.css'

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
