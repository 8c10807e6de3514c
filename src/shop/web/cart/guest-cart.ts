import { DAY } from '#/kernel/duration.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { randomUuid } from '#/kernel/web/random-uuid.ts'
import type { WantedLine } from '#/shop/cart.ts'
import { cartDays, mostLines, mostOfOne } from '#/shop/rules.ts'

/** `id` names the cart when it is merged into that of an account. */
export type GuestCart = { id: string; changedAt: number; lines: WantedLine[] }

const key = 'pawfolk-cart'

/** Leaves out what the server would refuse, because it would refuse the whole cart for it. */
const isLine = ({ variantId, quantity, seenPrice }: Partial<WantedLine>): boolean =>
  isUuid(variantId ?? '') &&
  Number.isInteger(quantity) &&
  quantity! >= 1 &&
  quantity! <= mostOfOne &&
  Number.isInteger(seenPrice) &&
  seenPrice! >= 0

/** Returns the cart of this browser; an empty one if there is none, or if nobody has changed it for 30 days. */
export function readGuestCart(now = Date.now()): GuestCart {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as GuestCart | null
    if (kept && isUuid(kept.id) && now - kept.changedAt < cartDays * DAY)
      return { ...kept, lines: kept.lines.filter(isLine).slice(0, mostLines) }
  } catch {
    // Without storage, or with something else in it, the cart is empty.
  }
  return { id: randomUuid(), changedAt: now, lines: [] }
}

export function writeGuestCart(cart: GuestCart, now = Date.now()): void {
  try {
    if (cart.lines.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...cart, changedAt: now }))
  } catch {
    // Private windows of some browsers keep nothing.
  }
}

/** Sets a line's quantity and price; 0 removes it. */
export function withLine({ lines, ...cart }: GuestCart, line: WantedLine): GuestCart {
  const quantity = Math.min(line.quantity, mostOfOne)
  const isThere = lines.some(({ variantId }) => variantId === line.variantId)
  const others = lines.filter(({ variantId }) => variantId !== line.variantId)
  if (quantity < 1) return { ...cart, lines: others }
  if (!isThere) return { ...cart, lines: [...lines, { ...line, quantity }] }
  return {
    ...cart,
    lines: lines.map((old) => (old.variantId === line.variantId ? { ...line, quantity } : old)),
  }
}

export const countOf = ({ lines }: GuestCart): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
