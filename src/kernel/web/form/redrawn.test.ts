import { expect, test } from 'vitest'
import { isHeic, smallerSize } from '#/kernel/web/decode-picture.ts'
import { isRedrawn } from './redrawn.ts'

const MB = 1024 * 1024
const chosen = (type: string, size: number, name = 'photo') => ({ name, type, size })

test.each([
  [4000, 3000, { width: 2048, height: 1536 }],
  [3000, 4000, { width: 1536, height: 2048 }],
  [8192, 6144, { width: 2048, height: 1536 }],
  [2048, 900, { width: 2048, height: 900 }],
  [640, 480, { width: 640, height: 480 }],
  [30_000, 3, { width: 2048, height: 1 }],
])('%i × %i pixels keep their proportions', (width, height, size) => {
  expect(smallerSize(width, height, 2048)).toEqual(size)
})

test.each([
  ['a heavy JPG', chosen('image/jpeg', 6 * MB), true],
  ['a light JPG', chosen('image/jpeg', MB), false],
  ['a JPG of 30 MB', chosen('image/jpeg', 30 * MB), true],
  ['a heavier one', chosen('image/jpeg', 30 * MB + 1), false],
  ['a light HEIC', chosen('image/heic', 1000), true],
  ['a HEIC without a type', chosen('', 1000, 'IMG_0001.HEIC'), true],
  ['another picture that the server doesn’t take', chosen('image/avif', 1000), true],
  ['a PDF', chosen('application/pdf', 4 * MB), false],
])('%s', (_what, file, isSo) => {
  expect(isRedrawn(file)).toBe(isSo)
})

test('a file with a type of its own isn’t HEIC, whatever its name', () => {
  expect(isHeic(chosen('image/jpeg', 1, 'IMG_0001.heic'))).toBe(false)
  expect(isHeic(chosen('image/heif', 1))).toBe(true)
})
