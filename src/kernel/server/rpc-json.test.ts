import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRpcSerializer } from './rpc-json.ts'

const library = new StandardRPCJsonSerializer()
const ours = openRpcSerializer()

const values = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.double(),
    fc.date({ noInvalidDate: false }),
    fc.constantFrom(null, undefined, -0, Number.NaN, Number.POSITIVE_INFINITY),
  ),
  rare: fc.oneof(
    fc.bigInt(),
    fc.constant(new URL('https://pawfolk.example/')),
    fc.constant(/a+/gi),
    fc.array(tie('value'), { maxLength: 2 }).map((list) => new Set(list)),
    fc.constant(new Map([['a', new Date(0)]])),
    fc.constant(new Blob(['text'])),
  ),
  value: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: tie('leaf'), weight: 8 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 3 },
    {
      arbitrary: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
      weight: 3,
    },
    { arbitrary: tie('rare'), weight: 1 },
  ),
})).value

test('every value is written as the library writes it', () => {
  fc.assert(
    fc.property(values, (value) => {
      const [json, ...rest] = ours.serialize(value)
      const [expectedJson, ...expectedRest] = library.serialize(value)
      expect(JSON.stringify(json)).toBe(JSON.stringify(expectedJson))
      expect(rest).toEqual(expectedRest)
    }),
    { numRuns: 2000 },
  )
})

test('values with dates are sent as they are, without a copy', () => {
  const page = { rows: [{ id: 'a', at: new Date(0), note: null }], nextCursor: null }
  expect(ours.serialize(page)).toEqual([page, [[expect.any(Number), 'rows', 0, 'at']], [], []])
  expect(ours.serialize(page)[0]).toBe(page)
})
