import { expect, test } from 'vitest'
import { formatPhone, isPhoneNumber, plainPhone, telephone } from './phone.ts'

test.each(['+91 80 4112 2314', '9845012345', '(080) 4112-2314', '+44 20 7946 0958'])(
  '%s is a number',
  (text) => {
    expect(isPhoneNumber(text)).toBe(true)
  },
)

test.each([
  ['+91 98765–43210', '+91 98765-43210'],
  ['98765\u201143210', '98765-43210'],
  ['98765\u221243210', '98765-43210'],
  ['+91\ufe0d\u00a098765\u200943210', '+91 98765 43210'],
  ['\u200e+91 98765\u200b 43210\u2069', '+91 98765 43210'],
  ['（０８０） ４１１２ ２３１４', '(080) 4112 2314'],
  ['९८७६५ ४३२१०', '98765 43210'],
  ['٩٨٧٦٥٤٣٢١٠', '9876543210'],
  ['৯৮৭৬৫ ৪৩২১০', '98765 43210'],
  ['௯௮௭௬௫ ௪௩௨௧௦', '98765 43210'],
  ['ask at the desk', 'ask at the desk'],
])('%s is written as %s', (pasted, plain) => {
  expect(plainPhone(pasted)).toBe(plain)
  expect(isPhoneNumber(pasted)).toBe(/\d/.test(plain))
  expect(telephone(pasted)).toBe(`tel:${plain.replace(/[^+\d]/g, '')}`)
})

test.each(['', '12345', 'call me', '98450 12345 ext 7', '+91+9845012345', '1234567890123456', '080;rm -rf'])(
  '%j is not a number',
  (text) => {
    expect(isPhoneNumber(text)).toBe(false)
  },
)

test.each([
  ['+919876543210', '+91 98765 43210'],
  ['98765-43210', '+91 98765 43210'],
  ['098765 43210', '+91 98765 43210'],
  ['8095012345', '+91 80950 12345'],
  ['080 4112 2314', '+91 80 4112 2314'],
  ['+91 (141) 2345678', '+91 141 234 5678'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+91 00000 22301', '+91 00000 22301'],
  ['ask at the desk', 'ask at the desk'],
])('%s is shown as %s', (written, shown) => {
  expect(formatPhone(written)).toBe(shown)
})
