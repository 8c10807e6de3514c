import type { Fields, Names, Value, Values } from '#/kernel/record.ts'

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : ''

/** `petName` → `pet_name`, unless the field names another column. */
export type ColumnOf<Own extends Fields, Name extends keyof Own> = Own[Name] extends {
  column: infer Column extends string
}
  ? Column
  : Snake<Name & string>

type Row<Own extends Fields> = { [Name in Names<Own> as ColumnOf<Own, Name>]: Value<Own[Name]> }

function columnOf(name: string, { column }: Fields[string]): string {
  return column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const namesOf = <Own extends Fields>(fields: Own) => Object.keys(fields) as Names<Own>[]

/** Returns the columns to select, with the table's alias. */
export function columnsOf<Own extends Fields, Alias extends string>(fields: Own, alias: Alias) {
  return namesOf(fields).map((name) => `${alias}.${columnOf(name, fields[name]!)}`) as {
    [Name in Names<Own>]: `${Alias}.${ColumnOf<Own, Name>}`
  }[Names<Own>][]
}

type Given<Own extends Fields> = { readonly [Name in keyof Own]?: Value<Own[Name]> | undefined }

/** Returns an input's values by column, for a new row; what was left out is null. */
export function rowOf<Own extends Fields>(fields: Own, input: Given<Own>): Row<Own> {
  return Object.fromEntries(
    namesOf(fields).map((name) => [columnOf(name, fields[name]!), input[name] ?? null]),
  ) as Row<Own>
}

/** Returns the given values by column; what was left out doesn't change. */
export function patchOf<Own extends Fields>(fields: Own, change: Given<Own>): Partial<Row<Own>> {
  const given = namesOf(fields).filter((name) => change[name] !== undefined)
  return Object.fromEntries(given.map((name) => [columnOf(name, fields[name]!), change[name]])) as Partial<
    Row<Own>
  >
}

/** Returns a row's values by name, for an answer. */
export function valuesOf<Own extends Fields>(fields: Own, row: Readonly<Row<Own>>): Values<Own> {
  return Object.fromEntries(
    namesOf(fields).map((name) => [name, row[columnOf(name, fields[name]!) as keyof Row<Own>]]),
  ) as Values<Own>
}
