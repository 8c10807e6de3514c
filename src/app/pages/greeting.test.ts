import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test('a person is greeted by the first name, and never by a title', () => {
  expect(greeting('Asha Verma', 9)).toBe('Good morning, Asha')
  for (const name of [
    'Dr. Meera Iyer',
    'dr Meera Iyer',
    'Prof. Dr. Meera Iyer',
    '  Mrs Meera Iyer',
    'Smt. Meera Iyer',
    'Dr.Meera Iyer',
  ])
    expect(greeting(name, 9)).toBe('Good morning, Meera')
  expect(greeting('Drishti Rao', 9)).toBe('Good morning, Drishti')
})

test('a user without a name is greeted, too', () => {
  for (const name of [undefined, '', '  ', 'Dr.']) expect(greeting(name, 20)).toBe('Good evening')
})

test('the greeting depends on the hour', () => {
  expect([0, 11, 12, 16, 17, 23].map((hour) => greeting(undefined, hour))).toEqual([
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ])
})
