import { formatMoney } from '#/kernel/money.ts'
import type { CartLine } from '#/shop/cart.ts'

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
