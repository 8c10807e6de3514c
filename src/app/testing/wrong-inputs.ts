import { newId } from '#/kernel/server/new-id.ts'
import { type Json, type Schema, sample } from './inputs.ts'

const nested = (open: string, inside: string, close: string) =>
  JSON.parse(open.repeat(2_000) + inside + close.repeat(2_000)) as Json

/** A few invalid values of different kinds: another type, a control character, an impossible day, other things' ids, a list. */
export const fewWrongValues = (othersIds: string[]): Json[] => [
  null,
  -1,
  '',
  '\u0000',
  '__proto__',
  '2026-02-30',
  newId(),
  ...othersIds,
  [null],
]

/** More types, excessive sizes, control characters, days and times, and code. */
export const moreWrongValues: Json[] = [
  true,
  0,
  2 ** 53,
  1e308,
  'NaN',
  'x'.repeat(100_000),
  '\u0007\u001b[31m',
  '\ud800',
  '<script>alert(1)</script>',
  "'; drop table users; --",
  '2026-11-01',
  '2027-11-30',
  '24:00',
  '99:99',
  'not-a-uuid',
  [],
  {},
  JSON.parse('{"__proto__": { "role": "admin" }, "constructor": 1}'),
  nested('[', '', ']'),
  nested('{"a":', '1', '}'),
]

/**
 * Yields the input with one field wrong, for each field at each depth: left out, and with each of the values that
 * `valuesFor` returns for its path, such as `address.city`.
 */
export function* spoiledFields(
  schema: Schema,
  valuesFor: (path: string) => Json[],
  path = '',
  whole: Json = sample(schema, newId()),
): Generator<Json> {
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const at = `${path}${name}`
    const rest = (whole ?? {}) as Record<string, Json>
    const { [name]: _dropped, ...without } = rest
    yield without
    for (const value of valuesFor(at)) yield { ...rest, [name]: value }
    if (child.properties)
      for (const value of spoiledFields(child, valuesFor, `${at}.`)) yield { ...rest, [name]: value }
  }
}
