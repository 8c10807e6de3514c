import { expect, test } from 'vitest'
import { firstOfBoth } from './first-of-both.ts'

test('many requests leave a place for a meeting, and few leave more', () => {
  expect(firstOfBoth([1, 2, 3, 4], ['a', 'b'], 3)).toEqual({ requests: [1, 2], meets: ['a'] })
  expect(firstOfBoth([1], ['a', 'b', 'c'], 3)).toEqual({ requests: [1], meets: ['a', 'b'] })
  expect(firstOfBoth([1, 2, 3, 4], [], 3)).toEqual({ requests: [1, 2, 3], meets: [] })
  expect(firstOfBoth([], ['a'], 3)).toEqual({ requests: [], meets: ['a'] })
})
