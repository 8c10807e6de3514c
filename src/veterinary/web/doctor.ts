import { formatMoney, type Money } from '#/kernel/money.ts'
import { doctorName } from '../names.ts'

/** The letters of a portrait that is not there: of the first and the last name. */
export function initialsOf(fullName: string): string {
  const names = doctorName(fullName).slice(4).split(/\s+/).filter(Boolean)
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined].map(
    (name) => [...(name ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}

/** '4.8', or 'New' before the first rating. */
export function ratingText(rating: number | null): string {
  return rating === null ? 'New' : rating.toFixed(1)
}

/** '12 reviews', '1 review'. */
export function reviewsText(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`
}

/** What a consultation costs. */
export function feeText(fee: Money): string {
  return fee.amount === 0 ? 'Free' : formatMoney(fee)
}
