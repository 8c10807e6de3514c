import { expect, test } from 'vitest'
import { readAddress, searchOf } from './address.ts'

const read = (search: string) => readAddress(new URLSearchParams(search))

test('without filters, the address is short: lost pets within 25 km', () => {
  expect(read('')).toEqual({ tab: 'lost', species: null, within: 25, days: null, isMap: false })
  expect(searchOf(read(''))).toEqual({})
})

test.each([
  'tab=found',
  'tab=mine&species=cat',
  'species=bird&within=5&days=7',
  'within=all&days=90&view=map',
])('the address %s comes back as it was', (search) => {
  expect(new URLSearchParams(searchOf(read(search))).toString()).toBe(search)
})

test('values that nobody can choose are ignored', () => {
  expect(read('tab=sold&species=dragon&within=7&days=1000')).toEqual(read(''))
})
