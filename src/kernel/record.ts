import { formatMoney } from './money.ts'
import { formatPhone } from './phone.ts'

export type Option<Value extends string = string> = { value: Value; label: string; hint?: string }

/**
 * Readers of a field: everyone, both sides of a booking, its owner and those they show it to, or its owner alone.
 * `secret`: never on anything that a person hands on, such as a flyer.
 */
export type Readers = 'public' | 'parties' | 'own' | 'secret'

/** Kinds of values, and how each is asked for. */
export type Kind =
  /** One line; `check` explains what is wrong with a non-empty value. */
  | {
      kind: 'line'
      max: number
      check?(text: string): string | false
      autoComplete?: string
      capitals?: boolean
      /** A phone's keyboard for it. */
      inputMode?: 'numeric' | 'tel'
    }
  | { kind: 'lines'; max: number; rows?: number }
  | { kind: 'phone' }
  /** Typed in rupees, stored in paise. `least`, in paise, leaves zero alone. */
  | { kind: 'amount'; aboveZero?: boolean; least?: number; most?: number }
  | { kind: 'whole'; least: number; most: number; unit?: string }
  /** `unset` offers to leave it open. */
  | { kind: 'one'; options: readonly Option[]; unset?: string }
  | { kind: 'some'; options: readonly Option[] }
  | { kind: 'yes' }
  /** A question that may stay open; `unset` says how. */
  | { kind: 'maybe'; unset: string }

/** A field of a record, declared once: how it is asked for, who reads it, and its column if that isn't its name. */
export type RecordField = Kind & {
  label: string
  hint?: string
  required?: boolean
  readers: Readers
  column?: string
  /** The name in lists of facts, if it isn't the label. */
  fact?: string
}
export type Fields = Readonly<Record<string, RecordField>>

/** Declares a record's fields. From them come its inputs, rows, answers, forms and facts. */
export const record = <const Own extends Fields>(fields: Own): Own => fields

type Chosen<Field> = Field extends { options: readonly { value: infer Value }[] } ? Value : never
type Filled<Field, Value> = Field extends { required: true } ? Value : Value | null

/** A field's value in inputs, rows and answers. */
export type Value<Field> = Field extends { kind: 'yes' }
  ? boolean
  : Field extends { kind: 'maybe' }
    ? boolean | null
    : Field extends { kind: 'one' }
      ? Filled<Field, Chosen<Field>>
      : Field extends { kind: 'some' }
        ? Chosen<Field>[]
        : Field extends { kind: 'amount' | 'whole' }
          ? Filled<Field, number>
          : Filled<Field, string>
export type Values<Own extends Fields> = { -readonly [Name in keyof Own]: Value<Own[Name]> }

export type Names<Own extends Fields> = keyof Own & string

/** The fields that one of these may read. */
export type ReadBy<Own extends Fields, Who extends Readers> = {
  [Name in keyof Own as Own[Name]['readers'] extends Who ? Name : never]: Own[Name]
}

export function readBy<Own extends Fields, Who extends Readers>(
  fields: Own,
  ...who: readonly Who[]
): ReadBy<Own, Who> {
  const found = Object.entries(fields).filter(([, field]) =>
    (who as readonly Readers[]).includes(field.readers),
  )
  return Object.fromEntries(found) as ReadBy<Own, Who>
}

export function pick<Own extends Fields, Name extends keyof Own>(
  fields: Own,
  ...names: readonly Name[]
): Pick<Own, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Own, Name>
}

export function without<Own extends Fields, Name extends keyof Own>(
  fields: Own,
  ...names: readonly Name[]
): Omit<Own, Name> {
  const left = Object.entries(fields).filter(([name]) => !(names as readonly PropertyKey[]).includes(name))
  return Object.fromEntries(left) as Omit<Own, Name>
}

/** Lists the filled-in fields as texts, each with its label, in their order. */
export function factsOf<Own extends Fields>(
  fields: Own,
  values: Readonly<Values<Own>>,
): { name: Names<Own>; label: string; text: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const text = factOf(field, values[name])
    return text ? [{ name: name as Names<Own>, label: field.fact ?? field.label, text }] : []
  })
}

function factOf(field: RecordField, value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (field.kind) {
    case 'one':
      return labelOf(field.options, value as string)
    case 'some':
      return (value as string[]).map((one) => labelOf(field.options, one)).join(', ')
    case 'yes':
    case 'maybe':
      return value ? 'Yes' : 'No'
    case 'phone':
      return formatPhone(value as string)
    case 'amount':
      return formatMoney({ amount: value as number, currency: 'INR' })
    default:
      return String(value)
  }
}

const labelOf = (options: readonly Option[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** Returns options in the order of `values`, labelled by a table of texts. */
export const optionsOf = <One extends string>(
  values: readonly One[],
  texts: Readonly<Record<One, string>>,
): readonly Option<One>[] => values.map((value) => ({ value, label: texts[value] }))
