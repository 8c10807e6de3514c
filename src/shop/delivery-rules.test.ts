import { expect, test } from 'vitest'
import { problemOfBeginnings, readBeginnings, tidyBeginnings } from './delivery-rules.ts'

test('duplicates and what a shorter beginning includes are left out', () => {
  expect(tidyBeginnings(['5601', '6', '56', '560034', '56', '400', '4001'])).toEqual(['400', '56', '6'])
  expect(tidyBeginnings([])).toEqual([])
})

test('beginnings are typed with commas or in lines, and a PIN code also in two parts', () => {
  expect(readBeginnings('56, 400;\n560 034,\n')).toEqual(['56', '400', '560034'])
})

test.each([
  ['', false],
  ['56, 400', false],
  ['560034', false],
  ['056', 'Please enter the first 1 to 6 digits of PIN codes, without a 0 at the start.'],
  ['5600345', 'Please enter the first 1 to 6 digits of PIN codes, without a 0 at the start.'],
  ['Bengaluru', 'Please enter the first 1 to 6 digits of PIN codes, without a 0 at the start.'],
  ['56 40', 'Please separate them with commas.'],
  ['56, 899', 'No PIN code starts with 899. Please check it.'],
  [
    Array.from({ length: 101 }, (_, index) => 560_000 + index).join(),
    'Please enter at most 100. Fewer digits cover more PIN codes.',
  ],
])('“%s” as typed has the problem: %s', (text, problem) => {
  expect(problemOfBeginnings(text)).toBe(problem)
})
