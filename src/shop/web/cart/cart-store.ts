import { useEffect, useSyncExternalStore } from 'react'
import { randomUuid } from '#/kernel/web/random-uuid.ts'
import { read, readPrivately } from '#/kernel/web/read.ts'
import { Refused, send } from '#/kernel/web/send.ts'
import type { Cart } from '#/shop/cart.ts'
import { currency, mostLines, mostOfOne } from '#/shop/rules.ts'
import { countOf, type GuestCart, readGuestCart, withLine, writeGuestCart } from './guest-cart.ts'

/** The cart's owner; null for a guest. */
type Holder = string | null

let count = 0
const watchers = new Set<() => void>()

function setCount(next: number): void {
  if (next === count) return
  count = next
  for (const tell of watchers) tell()
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  // Another tab may change a guest's cart.
  window.addEventListener('storage', tellOtherTabs)
  return () => {
    watchers.delete(tell)
    window.removeEventListener('storage', tellOtherTabs)
  }
}
let holder: Holder | undefined
const tellOtherTabs = () => holder === null && setCount(countOf(readGuestCart()))

/** Returns how many units are in the cart, once it's known who looks at it. */
export function useCartCount(user: { id: string } | null | undefined): number {
  const id = user === undefined ? undefined : (user?.id ?? null)
  useEffect(() => {
    if (id === undefined) return
    holder = id
    if (id === null) return setCount(countOf(readGuestCart()))
    void mergeGuestCart()
      .then(() => read<{ count: number }>('/api/shop/cart/count'))
      .then(
        (answer) => holder === id && setCount(answer.count),
        // The badge isn't worth a message.
        () => undefined,
      )
  }, [id])
  return useSyncExternalStore(
    watch,
    () => count,
    () => 0,
  )
}

const leftOutKey = 'pawfolk-cart-left-out'
type LeftOut = { gone: number; full: number }
let leftOut: LeftOut = { gone: 0, full: 0 }

/** Remembers lines that were left out until a page says so, which may be another page: a login loads one. */
export function noteLeftOut({ gone, full }: LeftOut): void {
  if (gone + full === 0) return
  const earlier = takeLeftOut()
  leftOut = { gone: earlier.gone + gone, full: earlier.full + full }
  try {
    sessionStorage.setItem(leftOutKey, JSON.stringify(leftOut))
  } catch {
    // Without storage, it's lost with the page.
  }
}

/** Returns how many lines were left out since the last call. */
export function takeLeftOut(): LeftOut {
  let taken = leftOut
  leftOut = { gone: 0, full: 0 }
  try {
    taken = (JSON.parse(sessionStorage.getItem(leftOutKey) ?? 'null') as LeftOut | null) ?? taken
    sessionStorage.removeItem(leftOutKey)
  } catch {
    // Without storage, the page has it.
  }
  return taken
}

let merging: Promise<unknown> | undefined

/** Hands the guest's cart over to the account. The server merges a cart once, however often it is sent. */
function mergeGuestCart(): Promise<unknown> {
  const { id, lines } = readGuestCart()
  if (lines.length === 0) return Promise.resolve()
  merging ??= send<LeftOut>('/rpc/shop/mergeCart', { guestCart: id, lines }, randomUuid())
    .then((answer) => {
      writeGuestCart({ id, changedAt: 0, lines: [] })
      noteLeftOut(answer)
    })
    .finally(() => {
      merging = undefined
    })
  return merging
}

const emptyCart: Cart = { sellers: [], count: 0, total: { amount: 0, currency } }

export async function readCart(user: Holder): Promise<Cart> {
  if (user !== null) {
    await mergeGuestCart()
    const cart = await read<Cart>('/api/shop/cart')
    setCount(cart.count)
    return cart
  }
  const guest = readGuestCart()
  if (guest.lines.length === 0) {
    setCount(0)
    return emptyCart
  }
  const cart = await readPrivately<Cart>('/rpc/shop/quote', { lines: guest.lines })
  // Lines that aren't sold any more have no name to show.
  const sold = new Set(cart.sellers.flatMap(({ lines }) => lines.map(({ variantId }) => variantId)))
  if (sold.size < guest.lines.length) {
    noteLeftOut({ gone: guest.lines.length - sold.size, full: 0 })
    writeGuestCart({ ...guest, lines: guest.lines.filter(({ variantId }) => sold.has(variantId)) })
  }
  setCount(cart.count)
  return cart
}

type Wish = { variantId: string; quantity: number; price: number }

/** Sets a line's quantity and accepts its price; 0 removes it. Returns the whole cart. */
export async function setLine(user: Holder, { variantId, quantity, price }: Wish): Promise<Cart> {
  if (user !== null) {
    const cart = await send<Cart>(
      '/rpc/shop/setCartLine',
      { variantId, quantity, seenPrice: price },
      randomUuid(),
    )
    setCount(cart.count)
    return cart
  }
  const guest = readGuestCart()
  expectRoom(guest, variantId)
  writeGuestCart(withLine(guest, { variantId, quantity, seenPrice: price }))
  return readCart(null)
}

function expectRoom({ lines }: GuestCart, variantId: string): void {
  if (lines.length >= mostLines && lines.every((line) => line.variantId !== variantId))
    throw new Refused('shop.cart_full')
}

type Addition = Wish & { available: number }

/** Adds units at the price that a new line's page showed, at most as many as can be bought; returns how many the cart now has of them. */
export async function addToCart(user: Holder, addition: Addition): Promise<number> {
  const { variantId, quantity, price, available } = addition
  if (user !== null) {
    const answer = await send<{ count: number; quantity: number }>(
      '/rpc/shop/addToCart',
      { variantId, quantity, seenPrice: price },
      randomUuid(),
    )
    setCount(answer.count)
    return answer.quantity
  }
  const guest = readGuestCart()
  expectRoom(guest, variantId)
  const known = guest.lines.find((line) => line.variantId === variantId)
  const before = known?.quantity ?? 0
  const after = Math.min(before + quantity, available, mostOfOne)
  if (after <= before) throw new Refused('shop.no_more')
  const cart = withLine(guest, { variantId, quantity: after, seenPrice: known?.seenPrice ?? price })
  writeGuestCart(cart)
  setCount(countOf(cart))
  return after
}
