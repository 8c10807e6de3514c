import { beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#/kernel/duration.ts'
import { countOf, readGuestCart, withLine, writeGuestCart } from './guest-cart.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})

const ids = { bowl: '0193a5c2-7b1e-7c40-8a55-5d3c1f0e9b01', ball: '0193a5c2-7b1e-7c40-8a55-5d3c1f0e9b02' }
const line = (name: keyof typeof ids, quantity: number) => ({
  variantId: ids[name],
  quantity,
  seenPrice: 100,
})

test('a guest’s cart is kept for 30 days after the last change', () => {
  const cart = withLine(readGuestCart(), line('bowl', 2))
  writeGuestCart(cart, 0)
  expect(readGuestCart(30 * DAY - 1).lines).toEqual([line('bowl', 2)])
  expect(readGuestCart(30 * DAY).lines).toEqual([])
})

test('an empty cart leaves nothing behind', () => {
  writeGuestCart(withLine(readGuestCart(), line('bowl', 2)))
  writeGuestCart(withLine(readGuestCart(), line('bowl', 0)))
  expect(kept.size).toBe(0)
})

test('a line keeps its place when its quantity changes, and has at most 20', () => {
  const cart = withLine(withLine(readGuestCart(), line('bowl', 1)), line('ball', 1))
  expect(withLine(cart, line('bowl', 25)).lines).toEqual([line('bowl', 20), line('ball', 1)])
  expect(countOf(cart)).toBe(2)
})

test.each(['nonsense', '[]', '{"id":1}', '{"id":"a","changedAt":9e15,"lines":[{"variantId":3}]}'])(
  'a kept %s is an empty cart',
  (text) => {
    kept.set('pawfolk-cart', text)
    expect(readGuestCart().lines).toEqual([])
  },
)

test.each([
  { quantity: -1 },
  { quantity: 0 },
  { quantity: 1.5 },
  { quantity: 1e9 },
  { seenPrice: -1 },
  { variantId: 'x' },
])('a kept line with %j is left out, because it would keep the others from being priced', (wrong) => {
  writeGuestCart({ ...readGuestCart(), lines: [{ ...line('bowl', 1), ...wrong }, line('ball', 2)] })
  expect(readGuestCart().lines).toEqual([line('ball', 2)])
})

test('a cart under a name that the server would refuse is empty', () => {
  kept.set('pawfolk-cart', JSON.stringify({ id: 'mine', changedAt: Date.now(), lines: [line('bowl', 1)] }))
  expect(readGuestCart().lines).toEqual([])
})

test('the name of a cart is a uuid', () => {
  expect(readGuestCart().id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})
