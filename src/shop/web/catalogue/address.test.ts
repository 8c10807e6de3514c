import { expect, test } from 'vitest'
import { countFilters, filtersOf, noFilters, readAddress, searchOf } from './address.ts'

const read = (search: string, shelf: 'merchandise' | 'pharmacy' = 'merchandise') =>
  readAddress(new URLSearchParams(search), shelf)

test('without filters, the address is short', () => {
  expect(read('')).toEqual(noFilters)
  expect(searchOf(read(''))).toEqual({})
})

test.each([
  'q=salmon&category=food&species=cat&stage=young&size=small&brand=tail-bowl&min=100&max=900&stock=1&sort=kilo',
  'product=01900000-0000-7000-8000-000000000000',
])('the address %s comes back as it was', (search) => {
  expect(new URLSearchParams(searchOf(read(search))).toString()).toBe(search)
})

test('values that nobody can choose are ignored', () => {
  expect(
    read(
      'category=worming&species=dragon&stage=old&brand=A%20b&form=tablet&min=-1&max=1.5&stock=yes&sort=best',
    ),
  ).toEqual(noFilters)
  expect(read('max=9999999').max).toBe(null)
  expect(read('form=tablet&category=worming', 'pharmacy')).toMatchObject({
    form: 'tablet',
    category: 'worming',
  })
})

test('the API is asked in paise', () => {
  expect(filtersOf('pharmacy', read('min=10&max=250', 'pharmacy')).toString()).toBe(
    'shelf=pharmacy&minPrice=1000&maxPrice=25000',
  )
})

test('the panel’s filters are counted', () => {
  expect(countFilters(read('q=ball&category=toys'))).toBe(0)
  expect(countFilters(read('species=cat&min=0&stock=1'))).toBe(3)
})
