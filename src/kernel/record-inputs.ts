import { z } from 'zod'
import {
  changedLine,
  changedText,
  optionalLine,
  optionalPhoneText,
  optionalText,
  phoneText,
  requiredLine,
  requiredText,
} from './fields.ts'
import { mostMoney } from './money.ts'
import type { Fields, Option, RecordField } from './record.ts'

type OneOf<Field> = Field extends { options: readonly { value: infer One extends string }[] }
  ? z.ZodEnum<{ [Value in One]: Value }>
  : never

/** The schema of a filled-in field; texts are strings. */
type Plain<Field> = Field extends { kind: 'yes' | 'maybe' }
  ? z.ZodBoolean
  : Field extends { kind: 'some' }
    ? z.ZodArray<OneOf<Field>>
    : Field extends { kind: 'one' }
      ? OneOf<Field>
      : Field extends { kind: 'amount' | 'whole' }
        ? z.ZodInt
        : z.ZodString

type Text = { kind: 'line' | 'lines' | 'phone' }
type NeverEmpty = { kind: 'yes' | 'some' } | { required: true }

type Shown<Field> = Field extends NeverEmpty ? Plain<Field> : z.ZodNullable<Plain<Field>>

type Create<Field> = Field extends Text
  ? Field extends NeverEmpty
    ? ReturnType<typeof requiredLine>
    : ReturnType<typeof optionalLine>
  : Field extends { kind: 'yes' | 'some' }
    ? z.ZodDefault<Plain<Field>>
    : Field extends NeverEmpty
      ? Plain<Field>
      : z.ZodOptional<z.ZodNullable<Plain<Field>>>

type Change<Field> = Field extends Text
  ? Field extends NeverEmpty
    ? z.ZodOptional<ReturnType<typeof requiredLine>>
    : ReturnType<typeof changedLine>
  : z.ZodOptional<Shown<Field>>

const each = (fields: Fields, schemaOf: (field: RecordField) => z.ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))

/** The inputs of an endpoint that adds a record: absent or blank becomes null. */
export const createInputs = <Own extends Fields>(fields: Own) =>
  each(fields, createInput) as { -readonly [Name in keyof Own]: Create<Own[Name]> }

/** The inputs of an endpoint that changes a record: absent changes nothing, null or blank removes. */
export const changeInputs = <Own extends Fields>(fields: Own) =>
  each(fields, changeInput) as { -readonly [Name in keyof Own]: Change<Own[Name]> }

/** A record's part of an answer. */
export const shownFields = <Own extends Fields>(fields: Own) =>
  each(fields, shownField) as { -readonly [Name in keyof Own]: Shown<Own[Name]> }

const choices = new WeakMap<readonly Option[], z.ZodType>()

/** Returns the schema of a field's options, the same one at each call, so that the API's document can name it. */
export function choiceOf<const Field extends { options: readonly Option[] }>({
  options,
}: Field): OneOf<Field> {
  const known = choices.get(options) ?? z.enum(options.map(({ value }) => value))
  choices.set(options, known)
  return known as OneOf<Field>
}

const neverEmpty = ({ kind, required }: RecordField) => required || kind === 'yes' || kind === 'some'

function createInput(field: RecordField): z.ZodType {
  if (isText(field)) return textInput(field, 'create')
  if (field.kind === 'yes') return z.boolean().default(false)
  if (field.kind === 'some') return limited(field).default([])
  return neverEmpty(field) ? limited(field) : limited(field).nullish()
}

function changeInput(field: RecordField): z.ZodType {
  if (isText(field)) return textInput(field, 'change')
  return neverEmpty(field) ? limited(field).optional() : limited(field).nullish()
}

const shownField = (field: RecordField): z.ZodType =>
  neverEmpty(field) ? plain(field) : plain(field).nullable()

/** Rows may be older than a limit, so answers have none. */
function plain(field: RecordField): z.ZodType {
  switch (field.kind) {
    case 'yes':
    case 'maybe':
      return z.boolean()
    case 'some':
      return z.array(choiceOf(field))
    case 'one':
      return choiceOf(field)
    case 'amount':
    case 'whole':
      return z.int()
    default:
      return z.string()
  }
}

function limited(field: RecordField): z.ZodType {
  switch (field.kind) {
    case 'some':
      return z.array(choiceOf(field)).max(field.options.length)
    case 'whole':
      return z.int().min(field.least).max(field.most)
    case 'amount': {
      const { least = 0, most = mostMoney, aboveZero } = field
      const amount = z
        .int()
        .min(aboveZero ? 1 : 0)
        .max(most)
      return amount.refine((given) => given === 0 || given >= least)
    }
    default:
      return plain(field)
  }
}

type TextField = Extract<RecordField, Text>

const isText = (field: RecordField): field is TextField => ['line', 'lines', 'phone'].includes(field.kind)

function textInput(field: TextField, how: 'create' | 'change'): z.ZodType {
  const schema = bareInput(field, how)
  const check = field.kind === 'line' ? field.check : undefined
  return check ? schema.refine((text) => !text || !check(text as string)) : schema
}

function bareInput(field: TextField, how: 'create' | 'change'): z.ZodType {
  const isChange = how === 'change'
  if (field.required) {
    const schema =
      field.kind === 'phone'
        ? phoneText
        : field.kind === 'line'
          ? requiredLine(field.max)
          : requiredText(field.max)
    return isChange ? schema.optional() : schema
  }
  switch (field.kind) {
    case 'line':
      return isChange ? changedLine(field.max) : optionalLine(field.max)
    case 'lines':
      return isChange ? changedText(field.max) : optionalText(field.max)
    case 'phone':
      return isChange ? optionalPhoneText.optional() : optionalPhoneText
  }
}
