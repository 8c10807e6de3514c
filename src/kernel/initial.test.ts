import { expect, test } from 'vitest'
import { initialOf } from './initial.ts'

test('the initial is that of the name, whatever titles come before it', () => {
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
