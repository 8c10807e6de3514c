import { expect, test } from 'vitest'
import { initialOf, initialsOf } from './initial.ts'

test('the initial is the name’s, without titles', () => {
  for (const [name, initial] of [
    ['Dr. Meera Iyer', 'M'],
    ['dr meera', 'M'],
    ['Prof. Dr. Kabir Shah', 'K'],
    ['  asha', 'A'],
    ['Drew', 'D'],
    ['Ms', 'M'],
    ['मीरा', 'म'],
    ['😺 Cat', '😺'],
    ['', ''],
  ])
    expect(initialOf(name!), name).toBe(initial)
})

test('initials are those of the first and the last name, in any script', () => {
  expect(initialsOf('Meera Lakshmi Iyer')).toBe('MI')
  expect(initialsOf('Dr. Kabir')).toBe('K')
  expect(initialsOf('मीरा अय्यर')).toBe('मअ')
  expect(initialsOf('  ')).toBe('')
})
