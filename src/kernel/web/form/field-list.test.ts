import { expect, test } from 'vitest'
import { draftOf, type FieldOf, type FieldSpec, inputsOf, problemsIn } from './field-list.ts'

const options = [
  { value: 'bath', label: 'Bath' },
  { value: 'trim', label: 'Trim' },
]
const fields: FieldSpec[] = [
  { name: 'name', label: 'Name', kind: 'line', max: 10, required: true },
  {
    name: 'code',
    label: 'Code',
    kind: 'line',
    max: 10,
    capitals: true,
    check: (text) => text.length !== 3 && 'Three signs',
  },
  { name: 'phone', label: 'Phone', kind: 'phone' },
  { name: 'rate', label: 'Rate', kind: 'amount', aboveZero: true, least: 1_000, most: 1_000_000 },
  { name: 'years', label: 'Years', kind: 'whole', least: 0, most: 80 },
  { name: 'services', label: 'Services', kind: 'some', options, required: true },
  { name: 'online', label: 'Online', kind: 'yes' },
]
const kept = {
  name: 'Meera',
  code: 'ABC',
  phone: null,
  rate: 60_050,
  years: 0,
  services: ['trim'],
  online: true,
}

test('saved values are shown for typing, and come back unchanged', () => {
  const draft = draftOf(fields, kept)
  expect(draft).toMatchObject({ rate: '600.5', years: '0', phone: '' })
  expect(problemsIn(fields, draft)).toEqual({})
  expect(inputsOf(fields, draft)).toEqual(kept)
})

test('an empty form names its required fields in order', () => {
  expect(Object.entries(problemsIn(fields, draftOf(fields, null)))).toEqual([
    ['name', 'Required'],
    ['services', 'Required'],
  ])
})

test('typed text is tidied up before it is sent', () => {
  const draft = { ...draftOf(fields, kept), name: ' Meera ', code: 'xyz', rate: '₹ 1,250', years: ' 7 ' }
  expect(inputsOf(fields, draft)).toMatchObject({ name: 'Meera', code: 'XYZ', rate: 125_000, years: 7 })
})

test.each([
  ['name', 'Meera Lakshmi', 'At most 10 characters'],
  ['code', 'ABCD', 'Three signs'],
  ['phone', 'call me', 'Please enter a phone number, like +91 98450 12345'],
  ['rate', 'five hundred', 'Please enter an amount in rupees, like 500 or 499.50'],
  ['rate', '0', 'Please enter an amount above 0'],
  ['rate', '9.99', 'Please enter at least ₹10.00'],
  ['rate', '499.505', 'Please use at most two decimals, like 499.50'],
  ['rate', '10,001', 'Please enter at most ₹10,000.00'],
  ['rate', '99999999999999', 'Please enter at most ₹10,000.00'],
  ['years', '81', 'Please enter 80 or less'],
  ['years', '99999999999999999999', 'Please enter 80 or less'],
  ['years', '-1', 'Please enter 0 or more'],
  ['years', '1.5', 'Please enter a whole number, without decimals'],
  ['years', '1,000', 'Please enter digits only, like 1000'],
  ['years', 'ten', 'Please enter a whole number from 0 to 80'],
])('%s %j is answered with: %s', (name, typed, sentence) => {
  expect(problemsIn(fields, { ...draftOf(fields, kept), [name]: typed })).toEqual({ [name]: sentence })
})

test('fields for an endpoint have names and kinds that it takes', () => {
  type Field = FieldOf<{ name: string; rate: number | null; size?: 'small' | 'large'; photo: File }>
  const size = { name: 'size', label: 'Size', kind: 'one' } as const
  const taken: Field[] = [
    { name: 'name', label: 'Name', kind: 'line', max: 10 },
    { name: 'rate', label: 'Rate', kind: 'amount' },
    { ...size, options: [{ value: 'large', label: 'Large' }] },
    // @ts-expect-error: it has no such name
    { name: 'nam', label: 'Name', kind: 'line', max: 10 },
    // @ts-expect-error: a number is not typed as text
    { name: 'rate', label: 'Rate', kind: 'line', max: 10 },
    // @ts-expect-error: there is no such size
    { ...size, options: [{ value: 'giant', label: 'Giant' }] },
    // @ts-expect-error: a list draws no photo
    { name: 'photo', label: 'Photo', kind: 'line', max: 10 },
  ]
  expect(taken).toHaveLength(7)
})
