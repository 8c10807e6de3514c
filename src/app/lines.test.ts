import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { linesOf } from '#/kernel/fields.ts'
import { contract } from './contract.ts'

type Def = {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  checks?: { _zod: { def: { check: string; format?: string } } }[]
}
type Leaf = { name: string; schema: z.ZodType }

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** Lists every string that an endpoint takes, by its name in the input. */
function stringsIn(schema: z.ZodType, name: string): Leaf[] {
  const def = defOf(schema)
  if (def.type === 'string') return [{ name, schema }]
  const fields = Object.entries(def.shape ?? {}).flatMap(([key, child]) => stringsIn(child, `${name}.${key}`))
  const parts = [def.element, def.innerType, def.in, def.left, def.right, ...(def.options ?? [])]
  return [...fields, ...parts.flatMap((part) => (part ? stringsIn(part, name) : []))]
}

function inputsOf(router: object, prefix = ''): Leaf[] {
  return Object.entries(router).flatMap(([key, child]) => {
    const name = prefix ? `${prefix}.${key}` : key
    if (!isContractProcedure(child)) return inputsOf(child as object, name)
    const schema = child['~orpc'].inputSchema as z.ZodType | undefined
    return schema ? stringsIn(schema, name) : []
  })
}

/** Tells whether a string has a fixed form, such as `2026-11-30` or an id, and so no room for lines. */
const isOfForm = ({ schema }: Leaf) => {
  const { format, checks = [] } = defOf(schema)
  return Boolean(format) || checks.some(({ _zod: { def } }) => def.check === 'string_format')
}

/** Strings that are parsed or compared, but never stored or shown as typed. */
const onlyCompared = [
  // Days, which are parsed as such, and a microchip's digits.
  /\.(date|day|bestBefore|microchip|on|\w+On|\w+Date|validFrom|validUntil)$|^todo\.snooze\.to$|^admin\.orders\.(from|to)$/,
  /\.(cursor|version|seen|token|url|keptPictures|file|search|reference|role|timeZone|q|place)$/,
  /^(veterinary\.vets|training\.trainers|styling\.stylists|sitting\.sitters)\.(location|specialization|lat|lon|within|maxPrice|minRating|minYears|freeWithin)$/,
  /^support\.sendMessage\.website$/,
  /^notifications\.addDevice\.(endpoint|p256dh|auth)$/,
  // Pairs of instants.
  /^appointments\.petClash\.times$/,
]

const inputs = inputsOf(contract)

test('each text input is declared as one line or as several', () => {
  expect(inputs.length).toBeGreaterThan(150)
  const undecided = inputs.filter(
    (leaf) =>
      !linesOf.has(leaf.schema) &&
      !isOfForm(leaf) &&
      !onlyCompared.some((pattern) => pattern.test(leaf.name)),
  )
  expect(undecided.map(({ name }) => name).join(' ')).toBe('')
})

test('names, subjects, places and titles are one line', () => {
  const several = inputs.filter(({ schema }) => linesOf.get(schema) === 'many').map(({ name }) => name)
  expect(
    several.filter((name) =>
      /name|subject|title|location|city|phone|licen|number|council/i.test(name.split('.').at(-1)!),
    ),
  ).toEqual([])
  const last = new Set(several.map((name) => name.split('.').at(-1)))
  expect([...last].sort().join(' ')).toBe(
    'address allergies answer assessment behaviour bio biteNotes coatNotes comment conclusion conditions description done fearNotes feedback feedingNotes happened history ingredients marks medicines ' +
      'message note notes pickupAddress plan products question reason reply shopAddress specialCare story text toiletNotes walkNotes',
  )
})
