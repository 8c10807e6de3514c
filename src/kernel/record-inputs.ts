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

type Choice<Field> = Field extends { options: readonly { value: infer One extends string }[] }
  ? z.ZodEnum<{ [Value in One]: Value }>
  : never
type Text<Field> = Field extends { kind: 'line' | 'lines' | 'phone' } ? true : false
type Required<Field> = Field extends { required: true } ? true : false
type Number<Field> = Field extends { kind: 'amount' | 'whole' } ? z.ZodInt : Choice<Field>

type Create<Field> = Field extends { kind: 'yes' }
  ? z.ZodDefault<z.ZodBoolean>
  : Field extends { kind: 'maybe' }
    ? z.ZodOptional<z.ZodNullable<z.ZodBoolean>>
    : Field extends { kind: 'some' }
      ? z.ZodDefault<z.ZodArray<Choice<Field>>>
      : Text<Field> extends true
        ? Required<Field> extends true
          ? ReturnType<typeof requiredLine>
          : ReturnType<typeof optionalLine>
        : Required<Field> extends true
          ? Number<Field>
          : z.ZodOptional<z.ZodNullable<Number<Field>>>

type Change<Field> = Field extends { kind: 'yes' }
  ? z.ZodOptional<z.ZodBoolean>
  : Field extends { kind: 'maybe' }
    ? z.ZodOptional<z.ZodNullable<z.ZodBoolean>>
    : Field extends { kind: 'some' }
      ? z.ZodOptional<z.ZodArray<Choice<Field>>>
      : Text<Field> extends true
        ? Required<Field> extends true
          ? z.ZodOptional<ReturnType<typeof requiredLine>>
          : ReturnType<typeof changedLine>
        : Required<Field> extends true
          ? z.ZodOptional<Number<Field>>
          : z.ZodOptional<z.ZodNullable<Number<Field>>>

type Shown<Field> = Field extends { kind: 'yes' }
  ? z.ZodBoolean
  : Field extends { kind: 'maybe' }
    ? z.ZodNullable<z.ZodBoolean>
    : Field extends { kind: 'some' }
      ? z.ZodArray<Choice<Field>>
      : Text<Field> extends true
        ? Required<Field> extends true
          ? z.ZodString
          : z.ZodNullable<z.ZodString>
        : Required<Field> extends true
          ? Number<Field>
          : z.ZodNullable<Number<Field>>

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

function createInput(field: RecordField): z.ZodType {
  const { required } = field
  switch (field.kind) {
    case 'line':
      return required ? requiredLine(field.max) : optionalLine(field.max)
    case 'lines':
      return required ? requiredText(field.max) : optionalText(field.max)
    case 'phone':
      return required ? phoneText : optionalPhoneText
    case 'yes':
      return z.boolean().default(false)
    case 'maybe':
      return z.boolean().nullish()
    case 'some':
      return z.array(choiceOf(field.options)).max(field.options.length).default([])
    default:
      return required ? answerOf(field) : answerOf(field).nullish()
  }
}

function changeInput(field: RecordField): z.ZodType {
  const { required } = field
  switch (field.kind) {
    case 'line':
      return required ? requiredLine(field.max).optional() : changedLine(field.max)
    case 'lines':
      return required ? requiredText(field.max).optional() : changedText(field.max)
    case 'phone':
      return required ? phoneText.optional() : optionalPhoneText.optional()
    case 'yes':
      return z.boolean().optional()
    case 'maybe':
      return z.boolean().nullish()
    case 'some':
      return z.array(choiceOf(field.options)).max(field.options.length).optional()
    default:
      return required ? answerOf(field).optional() : answerOf(field).nullish()
  }
}

function shownField(field: RecordField): z.ZodType {
  switch (field.kind) {
    case 'yes':
      return z.boolean()
    case 'maybe':
      return z.boolean().nullable()
    case 'some':
      return z.array(choiceOf(field.options))
    case 'amount':
    case 'whole':
      return field.required ? z.int() : z.int().nullable()
    case 'one':
      return field.required ? answerOf(field) : answerOf(field).nullable()
    default:
      return field.required ? z.string() : z.string().nullable()
  }
}

function answerOf(field: Extract<RecordField, { kind: 'amount' | 'whole' | 'one' }>) {
  if (field.kind === 'one') return choiceOf(field.options)
  if (field.kind === 'whole') return z.int().min(field.least).max(field.most)
  return z
    .int()
    .min(field.aboveZero ? 1 : 0)
    .max(field.most ?? mostMoney)
}

const choiceOf = (options: readonly Option[]) => z.enum(options.map(({ value }) => value))
