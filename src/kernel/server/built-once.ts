import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** Kysely passes these on unchanged, as the values of the statement that is built. */
const names = new WeakMap<object, string>()

/** Stand-ins for the values, to be put where the statement has them. */
export type Places<Values> = { readonly [Name in keyof Values]-?: RawBuilder<NonNullable<Values[Name]>> }

const places: object = new Proxy({}, { get: (_, name) => placeFor(String(name)) })

function placeFor(name: string): RawBuilder<unknown> {
  const standIn = {}
  names.set(standIn, name)
  return sql`${standIn}`
}

/**
 * Builds a statement's text once for each shape, and not at each call: for a page's statement, building costs as much as
 * validating the answer. Texts are kept, so there must be few shapes.
 */
export function builtOnce<Values extends object, Row, Shape = void>(
  build: (db: Db, places: Places<Values>, shape: Shape) => CompiledQuery<Row>,
): (db: Db, values: Values, shape: Shape) => CompiledQuery<Row> {
  const built = new Map<string | undefined, CompiledQuery<Row>>()
  return (db, values, shape) => {
    const key = JSON.stringify(shape) as string | undefined
    let query = built.get(key)
    if (!query) {
      query = build(db, places as Places<Values>, shape)
      built.set(key, query)
    }
    const toValue = (parameter: unknown) => {
      const name = names.get(parameter as object)
      return name === undefined ? parameter : (values as Record<string, unknown>)[name]
    }
    return { ...query, parameters: query.parameters.map(toValue) }
  }
}
