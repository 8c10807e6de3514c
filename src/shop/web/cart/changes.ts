import { formatMoney } from '#/kernel/money.ts'
import type { CartLine } from '#/shop/cart.ts'

/** Says how many lines couldn't come along into a cart; null if all did. */
export function leftOutText({ gone, full }: { gone: number; full: number }): string | null {
  const words: string[] = []
  if (gone > 0)
    words.push(
      gone === 1
        ? 'One product isn’t available now, so it isn’t in your cart.'
        : `${gone} products aren’t available now, so they aren’t in your cart.`,
    )
  if (full > 0)
    words.push(
      full === 1
        ? 'Your cart is full, so one product couldn’t be added.'
        : `Your cart is full, so ${full} products couldn’t be added.`,
    )
  return words.length > 0 ? words.join(' ') : null
}

type Line = Pick<CartLine, 'isSold' | 'available' | 'quantity' | 'price' | 'seenPrice'>

/** Says what has changed since the person put a line into the cart or last accepted it. */
export function changesOf({ isSold, available, quantity, price, seenPrice }: Line): string[] {
  if (!isSold) return ['No longer sold: remove to continue.']
  if (available === 0) return ['Out of stock: remove to continue.']
  const words: string[] = []
  if (available < quantity)
    words.push(`Only ${available} left, so we count ${available} instead of ${quantity}.`)
  if (price.amount !== seenPrice.amount)
    words.push(`Price changed from ${formatMoney(seenPrice)} to ${formatMoney(price)}.`)
  return words
}
