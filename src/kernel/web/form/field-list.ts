import { parseAmount } from '#/kernel/money.ts'
import { isPhoneNumber } from '#/kernel/phone.ts'
import { type Problems, problem } from './use-draft.ts'

export type Option<Value = string> = { value: Value; label: string; hint?: string }

type Typed =
  /** One line; `check` says what is wrong with what is not empty. */
  | {
      kind: 'line'
      max: number
      check?(text: string): string | false
      autoComplete?: string
      capitals?: boolean
    }
  /** Several lines. */
  | { kind: 'lines'; max: number }
  | { kind: 'phone' }
type Counted =
  /** Typed in rupees, kept in paise. */
  { kind: 'amount'; aboveZero?: boolean } | { kind: 'whole'; least: number; most: number; unit?: string }
type One<Value> = { kind: 'one'; options: readonly Option<Value>[] }
type Some<Value> = { kind: 'some'; options: readonly Option<Value>[] }
type Yes = { kind: 'yes' }

type Named<Name> = { name: Name; label: string; hint?: string; required?: boolean }

/** A field of a form, as a line of data: what it asks, in which way, and what it takes. */
export type FieldSpec = Named<string> & (Typed | Counted | One<string> | Some<string> | Yes)

type KindOf<Value> = [Value] extends [boolean]
  ? Yes
  : [Value] extends [number]
    ? Counted
    : [Value] extends [string]
      ? Typed | One<Value>
      : [Value] extends [(infer One)[]]
        ? Some<One>
        : never

/** A field that an endpoint takes: by one of its names, of a kind that gives such a value. */
export type FieldOf<Input> = FieldSpec &
  { [Name in keyof Input & string]: Named<Name> & KindOf<NonNullable<Input[Name]>> }[keyof Input & string]

/** Fields under a heading of their own. */
export type FieldGroup<Field extends FieldSpec = FieldSpec> = { title?: string; fields: readonly Field[] }

/** As it stands in the form: what was typed, what is ticked. */
export type FieldDraft = Record<string, string | string[] | boolean>

/** As it travels: numbers are numbers, and nothing is null. */
export type FieldValue = string | number | boolean | string[] | null
export type FieldValues = Record<string, FieldValue>

export const fieldsOf = <Field extends FieldSpec>(groups: readonly FieldGroup<Field>[]) =>
  groups.flatMap(({ fields }) => fields)

/** What is kept, as it is typed; for nothing kept, an empty form. */
export function draftOf(
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, unknown>> | null,
): FieldDraft {
  return Object.fromEntries(
    fields.map((field) => [field.name, draftValue(field, values?.[field.name] ?? null)]),
  )
}

function draftValue(field: FieldSpec, value: unknown): FieldDraft[string] {
  if (field.kind === 'some') return Array.isArray(value) ? value.map(String) : []
  if (field.kind === 'yes') return value === true
  if (value === null) return ''
  return field.kind === 'amount' ? String(Number(value) / 100) : String(value)
}

/** The draft as the server takes it. Only for a draft without problems. */
export function valuesOf(fields: readonly FieldSpec[], draft: FieldDraft): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, travelling(field, draft[field.name]!)]))
}

function travelling(field: FieldSpec, value: FieldDraft[string]): FieldValue {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (!text) return null
  if (field.kind === 'amount') return parseAmount(text)
  return field.kind === 'whole'
    ? Number(text)
    : field.kind === 'line' && field.capitals
      ? text.toUpperCase()
      : text
}

/** What the server would refuse, field by field, in the order of the form. */
export function problemsIn(fields: readonly FieldSpec[], draft: FieldDraft): Problems<string> {
  return Object.assign({}, ...fields.map((field) => problem(field.name, problemOf(field, draft[field.name]))))
}

function problemOf(field: FieldSpec, value: FieldDraft[string] | undefined): string | false {
  // A field that has just joined the form was not filled in yet.
  if (value === undefined || typeof value === 'boolean') return false
  const given = typeof value === 'string' ? value.trim() : value
  if (given.length === 0) return field.required ? 'Required' : false
  if (typeof given !== 'string') return false
  switch (field.kind) {
    case 'line':
    case 'lines': {
      if (given.length > field.max) return `At most ${field.max} characters`
      return field.kind === 'line' && field.check ? field.check(given) : false
    }
    case 'phone':
      return !isPhoneNumber(given) && 'Please write a phone number, like +91 98450 12345'
    case 'amount': {
      const amount = parseAmount(given)
      if (amount === null) return 'Please write an amount in rupees, like 500 or 499.50'
      return field.aboveZero && amount === 0 ? 'Please write an amount above 0' : false
    }
    case 'whole': {
      const { least, most } = field
      const fits = /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most
      return !fits && `Please write a whole number from ${least} to ${most}`
    }
    default:
      return false
  }
}
