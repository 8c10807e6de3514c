import { expect, test } from 'vitest'
import { isGstin } from './gstin.ts'

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])(
  '%s is a number the state could give',
  (text) => {
    expect(isGstin(text)).toBe(true)
  },
)

test('changing any single character makes it invalid', () => {
  const right = '27AAPFU0939F1ZV'
  for (let at = 0; at < right.length; at++) {
    const other = /\d/.test(right[at]!) ? String((Number(right[at]) + 1) % 10) : right[at] === 'B' ? 'C' : 'B'
    expect(isGstin(right.slice(0, at) + other + right.slice(at + 1)), `sign ${at}`).toBe(false)
  }
})

test.each(['', '27aapfu0939f1zv', '27AAPFU0939F1Z', '27AAPFU0939F1ZVV', 'ＡＡ', '000000000000000'])(
  '%j isn’t valid',
  (text) => {
    expect(isGstin(text)).toBe(false)
  },
)
