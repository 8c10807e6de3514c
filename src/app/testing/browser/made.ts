import type { z } from 'zod'

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  entries?: Record<string, string>
  options?: z.ZodType[]
  values?: unknown[]
  items?: z.ZodType[]
  in?: z.ZodType
  format?: string
  defaultValue?: unknown
}

let ids = 0

/** Makes an id that no other row of these tests has. */
export const newId = (): string => `018f0000-0000-7000-8000-${(++ids).toString(16).padStart(12, '0')}`

const noon = new Date('2026-11-02T06:30:00Z')

/**
 * Makes the least that a schema of the contract accepts, with the given fields: null and empty where that is allowed,
 * otherwise the field's name, 1, false, the first of a choice. Answers are checked by the schema again, so a field with a
 * rule that this doesn't know is given by the test.
 */
export function made<Schema extends z.ZodType>(
  schema: Schema,
  fields: Partial<z.input<Schema>> = {},
): z.input<Schema> {
  return { ...(least(schema, '') as object), ...fields } as z.input<Schema>
}

/** Makes the least that a schema accepts, for a field of this name. */
export function least(schema: z.ZodType, name: string): unknown {
  const def = schema.def as unknown as Def
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!).flatMap(([field, child]) =>
          (child.def as unknown as Def).type === 'optional' ? [] : [[field, least(child, field)]],
        ),
      )
    case 'nullable':
      return null
    case 'optional':
    case 'undefined':
    case 'void':
      return undefined
    case 'default':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return least(def.innerType!, name)
    case 'pipe':
      return least(def.in!, name)
    case 'array':
    case 'set':
      return []
    case 'tuple':
      return def.items!.map((item) => least(item, name))
    case 'record':
    case 'map':
      return {}
    case 'union':
      return least(def.options![0]!, name)
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'boolean':
      return false
    case 'number':
    case 'int':
      return 1
    case 'date':
      return noon
    case 'string':
      return stringFor(schema, def, name)
    default:
      return null
  }
}

/** Days and clock times are strings with a rule of their own, found by trying. */
function stringFor(schema: z.ZodType, def: Def, name: string): string {
  const tries = [
    name || 'text',
    newId(),
    '2026-11-02',
    '10:00',
    'asha@example.org',
    '/files/one',
    'https://example.org/',
  ]
  if (def.format === 'uuid' || def.format === 'guid') return newId()
  return tries.find((text) => schema.safeParse(text).success) ?? name
}
