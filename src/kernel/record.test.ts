import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { factsOf, optionsOf, pick, readBy, record, type Values, without } from './record.ts'
import { changeInputs, createInputs, shownFields } from './record-inputs.ts'
import { columnsOf, patchOf, rowOf, valuesOf } from './server/record-rows.ts'

const sizes = ['small', 'large'] as const

const fields = record({
  petName: { kind: 'line', label: 'Name', max: 5, required: true, readers: 'public' },
  marks: { kind: 'lines', label: 'Marks', max: 10, readers: 'parties' },
  size: {
    kind: 'one',
    label: 'Size',
    options: optionsOf(sizes, { small: 'Small', large: 'Large' }),
    readers: 'public',
  },
  traits: {
    kind: 'some',
    label: 'Traits',
    options: [
      { value: 'calm', label: 'Calm' },
      { value: 'noisy', label: 'Noisy' },
    ],
    readers: 'public',
  },
  hasReward: { kind: 'yes', label: 'Reward', readers: 'public' },
  canKeep: { kind: 'maybe', label: 'Can keep it?', fact: 'Can keep it', unset: 'Not sure', readers: 'own' },
  fee: { kind: 'amount', label: 'Fee', least: 100, most: 50_000, aboveZero: true, readers: 'public' },
  nights: { kind: 'whole', label: 'Nights', least: 1, most: 9, readers: 'own' },
  tag: {
    kind: 'line',
    label: 'Tag',
    max: 9,
    check: (text) => !/^\d+$/.test(text) && 'Digits only',
    readers: 'own',
  },
  phone: { kind: 'phone', label: 'Phone', column: 'contact_phone', readers: 'secret' },
})

const create = z.object(createInputs(fields))
const change = z.object(changeInputs(fields))
const full: Values<typeof fields> = {
  petName: 'Bruno',
  marks: 'A scar',
  size: 'small',
  traits: ['calm'],
  hasReward: true,
  canKeep: false,
  fee: 49_900,
  nights: 2,
  tag: '12',
  phone: '+919845000101',
}

test('adding takes what each kind holds, and makes null of what is absent or blank', () => {
  expect(create.parse(full)).toEqual(full)
  expect(create.parse({ petName: 'Bruno', marks: ' ' })).toEqual({
    petName: 'Bruno',
    marks: null,
    traits: [],
    hasReward: false,
    tag: null,
    phone: null,
  })
  expectTypeOf<z.output<typeof create>['petName']>().toEqualTypeOf<string>()
  expectTypeOf<z.output<typeof create>['size']>().toEqualTypeOf<'small' | 'large' | null | undefined>()
  expectTypeOf<z.input<typeof create>['marks']>().toEqualTypeOf<string | null | undefined>()
})

test.each([
  ['a required line is missing', {}],
  ['a required line is blank', { petName: ' ' }],
  ['a line is too long', { petName: 'Bruno!' }],
  ['a choice isn’t offered', { petName: 'Bruno', size: 'huge' }],
  ['an amount isn’t above zero', { petName: 'Bruno', fee: 0 }],
  ['an amount is below the least', { petName: 'Bruno', fee: 99 }],
  ['a line fails its check', { petName: 'Bruno', tag: 'none' }],
  ['an amount is too high', { petName: 'Bruno', fee: 50_001 }],
  ['a number is out of range', { petName: 'Bruno', nights: 10 }],
  ['a phone number isn’t one', { petName: 'Bruno', phone: 'none' }],
])('adding is refused if %s', (_why, input) => {
  expect(create.safeParse(input).success).toBe(false)
})

test('changing leaves alone what is absent, and removes what is null or blank, if it may be empty', () => {
  expect(change.parse({})).toEqual({})
  expect(change.parse({ marks: '', size: null, phone: null })).toEqual({
    marks: null,
    size: null,
    phone: null,
  })
  expect(change.safeParse({ petName: null }).success).toBe(false)
  expect(change.safeParse({ petName: ' ' }).success).toBe(false)
})

test('an answer has each field by its kind', () => {
  expect(z.object(shownFields(fields)).parse(full)).toEqual(full)
  expect(z.object(shownFields(fields)).safeParse({ ...full, petName: null }).success).toBe(false)
})

test('fields become columns and back', () => {
  expect(columnsOf(pick(fields, 'petName', 'phone'), 'r')).toEqual(['r.pet_name', 'r.contact_phone'])
  const row = rowOf(fields, full)
  expect(row).toMatchObject({ pet_name: 'Bruno', has_reward: true, contact_phone: '+919845000101' })
  expect(valuesOf(fields, row)).toEqual(full)
  expect(rowOf(pick(fields, 'petName', 'size'), { petName: 'Bruno' })).toEqual({
    pet_name: 'Bruno',
    size: null,
  })
  expect(patchOf(fields, { marks: null, nights: undefined })).toEqual({ marks: null })
})

test('each reader gets only their fields', () => {
  expect(Object.keys(readBy(fields, 'own', 'secret'))).toEqual(['canKeep', 'nights', 'tag', 'phone'])
  expectTypeOf<keyof ReturnType<typeof readBy<typeof fields, 'secret'>>>().toEqualTypeOf<'phone'>()
  expect(Object.keys(without(readBy(fields, 'public'), 'traits', 'fee'))).toEqual([
    'petName',
    'size',
    'hasReward',
  ])
})

test('facts are texts with labels, without empty ones', () => {
  expect(
    factsOf(fields, { ...full, marks: null, traits: [] }).map(({ label, text }) => [label, text]),
  ).toEqual([
    ['Name', 'Bruno'],
    ['Size', 'Small'],
    ['Reward', 'Yes'],
    ['Can keep it', 'No'],
    ['Fee', '₹499.00'],
    ['Nights', '2'],
    ['Tag', '12'],
    ['Phone', '+91 98450 00101'],
  ])
})
