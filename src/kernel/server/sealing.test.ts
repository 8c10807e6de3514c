import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

const secret = 'a secret of more than thirty-two characters'
const sealed = seal(secret, 'bank details', 'meera', '50100012345678')

test('sealed data opens again, looks different each time and shows nothing of its content', () => {
  expect(unseal(secret, 'bank details', 'meera', sealed)).toBe('50100012345678')
  expect(seal(secret, 'bank details', 'meera', '50100012345678').equals(sealed)).toBe(false)
  expect(sealed.toString('latin1')).not.toContain('5010')
})

test.each([
  ['another secret', () => unseal(`${secret}!`, 'bank details', 'meera', sealed)],
  ['another purpose', () => unseal(secret, 'file links', 'meera', sealed)],
  ['another person', () => unseal(secret, 'bank details', 'kabir', sealed)],
  [
    'one bit turned',
    () =>
      unseal(
        secret,
        'bank details',
        'meera',
        Buffer.from(sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte))),
      ),
  ],
  ['the end cut off', () => unseal(secret, 'bank details', 'meera', sealed.subarray(0, -1))],
  ['nothing at all', () => unseal(secret, 'bank details', 'meera', Buffer.alloc(0))],
])('with %s it does not open', (_what, open) => {
  expect(open).toThrow()
})
