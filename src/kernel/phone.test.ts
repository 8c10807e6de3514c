import { expect, test } from 'vitest'
import { isPhoneNumber } from './phone.ts'

test.each(['+91 80 4112 2314', '9845012345', '(080) 4112-2314', '+44 20 7946 0958'])(
  '%s is a number',
  (text) => {
    expect(isPhoneNumber(text)).toBe(true)
  },
)

test.each(['', '12345', 'call me', '98450 12345 ext 7', '+91+9845012345', '1234567890123456', '080;rm -rf'])(
  '%j is none',
  (text) => {
    expect(isPhoneNumber(text)).toBe(false)
  },
)
