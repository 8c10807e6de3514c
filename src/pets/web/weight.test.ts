import { expect, test } from 'vitest'
import { weightText } from '#/pets/rules.ts'
import { poundsOf, weightIn } from './weight.ts'

test.each([
  ['12', 'kg', 26.5],
  ['12,5', 'kg', 27.6],
  [' 26.5 ', 'lb', 26.5],
  ['.5', 'lb', 0.5],
  ['0.035', 'kg', 0.1],
  ['', 'kg', undefined],
  ['twelve', 'kg', Number.NaN],
  ['-3', 'kg', Number.NaN],
  ['1e3', 'lb', Number.NaN],
] as const)('%j in %s is %s lb', (text, unit, pounds) => {
  expect(poundsOf({ text, unit })).toBe(pounds)
})

test('switching the unit twice shows the typed value', () => {
  const typed = { text: '12.34', unit: 'kg' } as const
  expect(weightIn(typed, 'lb')).toBe('27.2')
  expect(weightIn(typed, 'kg')).toBe('12.34')
})

test('text that isn’t a number stays as typed', () => {
  expect(weightIn({ text: 'a lot', unit: 'kg' }, 'lb')).toBe('a lot')
})

test('a weight shows in both units, and a small one isn’t rounded to zero', () => {
  expect(weightText(26.5)).toBe('12 kg (26.5 lb)')
  expect(weightText(0.1)).toBe('under 0.1 kg (0.1 lb)')
})
