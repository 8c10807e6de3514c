import { formatMoney, mostMoney, parseAmount } from '#/kernel/money.ts'
import { isPhoneNumber } from '#/kernel/phone.ts'
import type { Fields, Kind, Option, Values } from '#/kernel/record.ts'
import { type Problems, problem } from './use-draft.ts'

type Named<Name> = { name: Name; label: string; hint?: string; required?: boolean }

export type FieldSpec = Named<string> & Kind

type Typed = Extract<Kind, { kind: 'line' | 'lines' | 'phone' }>
type Counted = Extract<Kind, { kind: 'amount' | 'whole' }>
type One<Value extends string> = { kind: 'one'; options: readonly Option<Value>[]; unset?: string }
type Some<Value extends string> = { kind: 'some'; options: readonly Option<Value>[] }
type Yes = Extract<Kind, { kind: 'yes' }>

type KindOf<Value> = [Value] extends [boolean]
  ? Yes
  : [Value] extends [number]
    ? Counted
    : [Value] extends [string]
      ? Typed | One<Value>
      : [Value] extends [(infer One extends string)[]]
        ? Some<One>
        : never

/** A field for an endpoint: named after one of its inputs, and of a kind that gives such a value. */
export type FieldOf<Input> = FieldSpec &
  { [Name in keyof Input & string]: Named<Name> & KindOf<NonNullable<Input[Name]>> }[keyof Input & string]

export type FieldGroup<Field extends FieldSpec = FieldSpec> = { title?: string; fields: readonly Field[] }

export type FieldDraft = Record<string, string | string[] | boolean>

/** The sent value: numbers are numbers, and nothing is null. */
export type FieldValue = string | number | boolean | string[] | null
export type FieldValues = Record<string, FieldValue>

export const fieldsOf = <Field extends FieldSpec>(groups: readonly FieldGroup<Field>[]) =>
  groups.flatMap(({ fields }) => fields)

/** Returns a draft of the saved values, or an empty form. */
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
  if (field.kind === 'maybe') return value === null ? '' : value ? 'yes' : 'no'
  if (value === null) return ''
  return field.kind === 'amount' ? String(Number(value) / 100) : String(value)
}

type DraftValue<Field> = Field extends { kind: 'yes' }
  ? boolean
  : Field extends { kind: 'maybe' }
    ? 'yes' | 'no' | ''
    : Field extends { options: readonly { value: infer One }[]; kind: infer Kind }
      ? Kind extends 'some'
        ? One[]
        : One | ''
      : string

/** A record's fields as a form holds them. */
export type Draft<Own extends Fields> = { -readonly [Name in keyof Own]: DraftValue<Own[Name]> }

/** Returns a record's fields with their names, as forms take them. */
export const specsOf = <Own extends Fields>(fields: Own): (FieldSpec & { name: keyof Own & string })[] =>
  Object.entries(fields).map(([name, field]) => ({ ...field, name }))

/** Returns a record's draft of saved values, or an empty one. */
export const recordDraft = <Own extends Fields>(fields: Own, values: Partial<Values<Own>> | null) =>
  draftOf(specsOf(fields), values) as Draft<Own>

/** Returns what a record's draft sends. Only for a draft without problems. */
export const recordInputs = <Own extends Fields>(fields: Own, draft: Draft<Own>) =>
  inputsOf(specsOf(fields), draft as FieldDraft) as Values<Own>

/** Returns what the server would refuse of a record's draft, in the order of its fields. */
export const recordProblems = <Own extends Fields>(fields: Own, draft: Draft<Own>) =>
  problemsIn(specsOf(fields), draft as FieldDraft) as Problems<keyof Own & string>

export function inputsOf(fields: readonly FieldSpec[], draft: FieldDraft): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, travelling(field, draft[field.name]!)]))
}

function travelling(field: FieldSpec, value: FieldDraft[string]): FieldValue {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (!text) return null
  if (field.kind === 'maybe') return text === 'yes'
  if (field.kind === 'amount') return parseAmount(text)
  return field.kind === 'whole'
    ? Number(text)
    : field.kind === 'line' && field.capitals
      ? text.toUpperCase()
      : text
}

/** Returns what the server would refuse, in the order of the form. */
export function problemsIn(fields: readonly FieldSpec[], draft: FieldDraft): Problems<string> {
  return Object.assign({}, ...fields.map((field) => problem(field.name, problemOf(field, draft[field.name]))))
}

function problemOf(field: FieldSpec, value: FieldDraft[string] | undefined): string | false {
  // A field that has just joined the form isn't filled in yet.
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
      return !isPhoneNumber(given) && 'Please enter a phone number, like +91 98450 12345'
    case 'amount':
      return amountProblem(given, field)
    case 'whole':
      return wholeProblem(given, field)
    default:
      return false
  }
}

const rupees = (amount: number) => formatMoney({ amount, currency: 'INR' })

type Amount = { aboveZero?: boolean; least?: number; most?: number }

function amountProblem(text: string, { aboveZero, least = 0, most = mostMoney }: Amount): string | false {
  const amount = parseAmount(text, Number.POSITIVE_INFINITY)
  if (amount === null)
    return /\d\.\d{3,}$/.test(text)
      ? 'Please use at most two decimals, like 499.50'
      : 'Please enter an amount in rupees, like 500 or 499.50'
  if (amount === 0) return aboveZero ? 'Please enter an amount above 0' : false
  if (amount < least) return `Please enter at least ${rupees(least)}`
  return amount > most && `Please enter at most ${rupees(most)}`
}

function wholeProblem(text: string, { least, most }: { least: number; most: number }): string | false {
  if (/^-?\d*\.\d+$/.test(text)) return 'Please enter a whole number, without decimals'
  if (/^\d[\d,]*$/.test(text) && text.includes(',')) return 'Please enter digits only, like 1000'
  if (!/^-?\d+$/.test(text)) return `Please enter a whole number from ${least} to ${most}`
  if (Number(text) < least) return `Please enter ${least} or more`
  return Number(text) > most && `Please enter ${most.toLocaleString('en-IN')} or less`
}
